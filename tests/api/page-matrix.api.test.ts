import { describe, expect, test } from 'vitest';
import { describeServersOnBoth, ownServer } from '#tests/support/api-server.ts';
import { appCode } from '#tests/support/authenticator.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { apiRoutes, fillPath, otherPaths, postedPages } from '#tests/support/routes.ts';

type Role = 'anonymous' | 'stranger' | 'read' | 'edit' | 'owner' | 'administrator';
const ROLES: Role[] = ['anonymous', 'stranger', 'read', 'edit', 'owner', 'administrator'];
/** Expected status of a GET by role, in the order of the roles; 302 redirects to sign-in or another page. */
type Statuses = [number, number, number, number, number, number];

const EVERYONE: Statuses = [200, 200, 200, 200, 200, 200];
const SIGNED_IN: Statuses = [302, 200, 200, 200, 200, 200];
const SIGNED_OUT: Statuses = [200, 302, 302, 302, 302, 302];
const READING: Statuses = [302, 404, 200, 200, 200, 404];
const EDITING: Statuses = [302, 404, 403, 200, 200, 404];
const OWNING: Statuses = [302, 404, 403, 403, 200, 404];
const ADMINISTERING: Statuses = [302, 403, 403, 403, 403, 200];
/** Without an AI provider these answer 404 to everyone. */
const NO_AI: Statuses = [302, 404, 404, 404, 404, 404];
/** Routes with only an action, or steps that need a grant, which have no page to view. */
const ELSEWHERE: Statuses = [302, 302, 302, 302, 302, 302];

/** Endpoints for programs, which post. */
const POSTED: Statuses = [405, 405, 405, 405, 405, 405];

const MATRIX: Record<string, Statuses> = {
  '/': EVERYONE,
  '/doc/:docId': READING,
  '/doc/:docId/edit': EDITING,
  '/doc/:docId/share': OWNING,
  '/doc/:docId/files': READING,
  '/doc/:docId/history': READING,
  '/doc/:docId/activity': READING,
  '/doc/:docId/export': READING,
  '/doc/:docId/ai': NO_AI,
  '/ask': NO_AI,
  '/search': SIGNED_IN,
  '/starred': SIGNED_IN,
  '/shared': SIGNED_IN,
  '/inbox': SIGNED_IN,
  '/archive': SIGNED_IN,
  '/import': SIGNED_IN,
  '/templates': SIGNED_IN,
  // Visible only to their owners; nobody has this one.
  '/copies/:copyId': [302, 404, 302, 302, 302, 404],
  '/takeouts/:takeoutId': [302, 404, 404, 404, 404, 404],
  '/settings': SIGNED_IN,
  '/people/:id': [302, 404, 404, 404, 404, 404],
  '/groups': SIGNED_IN,
  '/admin/groups': ADMINISTERING,
  '/admin/users': ADMINISTERING,
  '/admin/audit': ADMINISTERING,
  '/admin/token-usage': ADMINISTERING,
  '/test-sentry': ADMINISTERING,
  '/api/docs': EVERYONE,
  '/help/markdown': EVERYONE,
  '/*': [404, 404, 404, 404, 404, 404],
  '/login': SIGNED_OUT,
  '/register': SIGNED_OUT,
  '/verify': EVERYONE,
  '/second-factor': ELSEWHERE,
  // This installation has no terms; `terms.api.test.ts` covers one that has.
  '/terms': [404, 404, 404, 404, 404, 404],
  '/forgot-password': EVERYONE,
  '/reset-password': ELSEWHERE,
  '/auth/:provider': ELSEWHERE,
  '/auth-callback': [400, 400, 400, 400, 400, 400],
  '/unsubscribe/:token': [404, 404, 404, 404, 404, 404],
  '/unwatch/:token': [404, 404, 404, 404, 404, 404],
  '/link-account': ELSEWHERE,
  '/oauth/authorize': [400, 400, 400, 400, 400, 400],
  '/mcp': POSTED,
  '/oauth/register': POSTED,
  '/oauth/token': POSTED,
  '/oauth/revoke': POSTED,
  '/auth/backchannel-logout': POSTED,
  '/.well-known/oauth-protected-resource': EVERYONE,
  '/.well-known/oauth-protected-resource/mcp': EVERYONE,
  '/.well-known/oauth-authorization-server': EVERYONE,
  '/admin/token-usage.csv': ADMINISTERING,
  '/admin/audit.csv': ADMINISTERING,
  '/admin/audit.json': ADMINISTERING,
  '/settings/export': SIGNED_IN,
  '/logout': ELSEWHERE,
  '/open-branches': [302, 204, 204, 204, 204, 204],
  '/preferences': ELSEWHERE,
};

describeServersOnBoth('D1: which page opens for whom', (server) => {
  test('each page answers each role as the table says, and a page without a row fails here', async () => {
    expect(otherPaths().toSorted()).toEqual(Object.keys(MATRIX).toSorted());
    // The first account becomes the administrator, so it has none of the other roles.
    const administrator = await newPerson(server(), 'chief', { isAdmin: true });
    const [owner, edit, read, stranger] = (await Promise.all(
      ['owner', 'edit', 'read', 'stranger'].map((name) => newPerson(server(), name)),
    )) as [Person, Person, Person, Person];
    const { id } = await makeDocument(owner);
    await share(owner, id, edit.email, 'EDIT');
    await share(owner, id, read.email, 'READ');
    const people: Record<Role, Client> = { anonymous: visitor(server()), stranger, read, edit, owner, administrator };
    for (const [path, expected] of Object.entries(MATRIX)) {
      const statuses: number[] = [];
      for (const role of ROLES) {
        const { status, text } = await people[role].page.get(fillPath(path, id).replace('*', 'nowhere'));
        statuses.push(status);
        // Neither in the page nor in the data that it is hydrated from.
        expect([path, role, text.includes('Internal Server Error')]).toEqual([path, role, false]);
      }
      expect([path, ...statuses]).toEqual([path, ...expected]);
    }
  });

  test('no form of a document or of administration does anything for a stranger', async () => {
    const [owner, stranger] = [await newPerson(server(), 'owner'), await newPerson(server(), 'stranger')];
    const { id } = await makeDocument(owner, { title: 'Untouched', content: 'As it was' });
    const before = await owner.api.get(`/api/documents/${id}`);
    for (const { path, intents } of postedPages()) {
      if (!/^\/(?:doc\/:docId|admin)/.test(path)) continue;
      for (const intent of intents) {
        const csrf = stranger.browser.cookies.get('XSRF-TOKEN')!;
        const fields = {
          title: 'x',
          content: 'x',
          email: owner.email,
          userId: owner.id,
          monthlyLimit: '1',
          baseVersion: '1',
        };
        const { status } = await stranger.page.postBlind(fillPath(path, id), { ...fields, intent, csrf });
        // Strangers may request access.
        const expected = intent === 'request-access' ? [303, 403] : [403, 404, 422];
        expect([path, intent, expected.includes(status)]).toEqual([path, intent, true]);
      }
    }
    expect((await owner.api.get(`/api/documents/${id}`)).body).toEqual(before.body);
  });
});

describe('D1: which endpoint takes which token', () => {
  const server = ownServer();
  const SCOPES = ['read', 'write', 'admin'] as const;

  /**
   * Returns true for calls beyond a scope (contract §10): account endpoints need a browser session, administration
   * needs its own scope.
   */
  const isBeyond = (scope: (typeof SCOPES)[number], method: string, path: string): boolean => {
    if (method !== 'GET' && (scope === 'read' || path.startsWith('/api/auth/'))) return true;
    // Group changes count as administration.
    if (method !== 'GET' && path.startsWith('/api/groups') && scope !== 'admin') return true;
    return path.startsWith('/api/admin/') && scope !== 'admin';
  };

  test('every endpoint answers 1001 to a token beyond its scope, and to no other of its owner', async () => {
    const chief = await newPerson(server(), 'chief', { isAdmin: true });
    await chief.page.post('/settings', { intent: 'totp-start' });
    const secret = /secret=([A-Z2-7]+)/.exec((await chief.page.get('/settings')).text)![1]!;
    await chief.page.post('/settings', { intent: 'totp-confirm', code: appCode(secret) });
    for (const scope of SCOPES) {
      const created = await chief.page.post('/settings', { intent: 'token-create', name: scope, scope });
      const token = /arbor_[A-Za-z0-9]{40}/.exec((await chief.page.follow(created)).text)![0];
      const options = { headers: { Authorization: `Bearer ${token}`, 'X-XSRF-TOKEN': '' } };
      // The event stream never ends.
      for (const { path, methods } of apiRoutes().filter((route) => route.path !== '/api/events')) {
        for (const method of methods) {
          const to = fillPath(path, 'c00000000000000000000000');
          const script = visitor(server());
          const call = script.api[method.toLowerCase() as 'post'];
          const answer = await (method === 'GET'
            ? script.browser.request(to, { ...options, headers: { Accept: 'application/json', ...options.headers } })
            : call(to, {}, options));
          const isRefused = answer.status === 403 && answer.text.includes('"statusCode":1001');
          expect([scope, method, path, isRefused]).toEqual([scope, method, path, isBeyond(scope, method, path)]);
          expect([scope, method, path, answer.status < 500]).toEqual([scope, method, path, true]);
        }
      }
    }
  });
});
