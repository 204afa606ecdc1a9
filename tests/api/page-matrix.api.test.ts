import { describe, expect, test } from 'vitest';
import { describeServersOnBoth, ownServer } from '#tests/support/api-server.ts';
import { appCode } from '#tests/support/authenticator.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { apiRoutes, fillPath, otherPaths, postedPages } from '#tests/support/routes.ts';
import type { Place } from '#tests/support/server.ts';
import { PNG, upload } from '#tests/support/upload.ts';

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

/** Fields of the forms of a document and of administration. */
const FIELDS = {
  title: 'x',
  content: 'x',
  body: 'x',
  name: 'x',
  permission: 'EDIT',
  monthlyLimit: '1',
  monthlyTokens: '1',
  baseVersion: '1',
  targetId: '',
  dropPosition: '0',
  former: '0'.repeat(16),
  index: '0',
  fileName: 'x.png',
  commenting: 'readers',
  confirmed: 'on',
  action: 'summarize',
  result: 'x',
};

/** Forms that post sealed values or a file. Validation refuses them before access does. */
const UNFILLED = ['rejoin', 'link-restore', 'upload'];

/** Plants what the forms of a document name: a comment, a share, a file, a revision. */
async function plantIn(place: Place, owner: Person, id: string): Promise<Record<string, string>> {
  const thread = (await owner.api.post(`/api/documents/${id}/comments`, { body: 'Why?' })).body.data;
  const reader = await newPerson(place, 'reader');
  const { ticket } = await upload(owner, PNG, { docId: id });
  return {
    threadId: thread.id,
    commentId: thread.comments[0].id,
    shareId: String(await share(owner, id, reader.email, 'READ')),
    fileId: ticket.fileId,
    renamed: ticket.fileId,
    removed: thread.comments[0].id,
    requestId: 'c00000000000000000000000',
    groupId: 'c00000000000000000000000',
    revisionId: (await owner.api.get(`/api/documents/${id}/revisions`)).body.data.items[0].id,
  };
}

/** Returns a document with its comments, shares and files. */
async function stateOf(owner: Person, id: string): Promise<unknown[]> {
  const parts = ['', '/comments', '/shares', '/revisions'];
  const answers = await Promise.all(parts.map((part) => owner.api.get(`/api/documents/${id}${part}`)));
  expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200));
  const files = (await owner.page.get(`/doc/${id}/files`)).text;
  return [...answers.map(({ body }) => body.data), files.includes('leaf.png')];
}

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
    const planted = await plantIn(server(), owner, id);
    const before = await stateOf(owner, id);
    for (const { path, intents } of postedPages()) {
      if (!/^\/(?:doc\/:docId|admin)/.test(path)) continue;
      for (const intent of intents) {
        const csrf = stranger.browser.cookies.get('XSRF-TOKEN')!;
        const scope = path.startsWith('/admin') ? 'installation' : 'own';
        const fields = { ...FIELDS, ...planted, scope, email: owner.email, userId: owner.id, intent, csrf };
        const { status } = await stranger.page.postBlind(fillPath(path, id), fields);
        // Strangers may request access.
        const more = intent === 'request-access' ? [303] : UNFILLED.includes(intent) ? [422] : [];
        expect([path, intent, [403, 404, ...more]]).toEqual([path, intent, expect.arrayContaining([status])]);
      }
    }
    expect(await stateOf(owner, id)).toEqual(before);
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
