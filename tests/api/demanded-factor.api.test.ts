import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '#tests/support/access-tokens.ts';
import { appCode } from '#tests/support/authenticator.ts';
import { expectClosedApi, expectNoLiveConnection } from '#tests/support/closed-account.ts';
import { makeDocument, newPerson, type Person, signUpOver, visitor } from '#tests/support/people.ts';
import { fillPath, otherPaths } from '#tests/support/routes.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

/** Pages open before the set-up, with their status. */
const OPEN: Record<string, number> = {
  '/second-factor': 200,
  '/auth/:provider': 302,
  '/auth-callback': 400,
  '/logout': 302,
  '/preferences': 302,
  '/terms': 404,
};
const REFUSED = { statusCode: 1001, errors: { factor: [expect.stringContaining('set one up in the browser first')] } };

const RULE = { REQUIRE_SECOND_FACTOR: 'all' };
let server: RunningServer;
let olga: Person;
let token: string;
let docId: string;

beforeAll(async () => {
  const before = await startServer();
  olga = await newPerson(before, 'olga');
  token = await newToken(olga);
  docId = (await makeDocument(olga)).id;
  await before.stop();
  server = await startServer({ ...RULE, DATA_DIR: before.dataDir, PORT: new URL(before.url).port });
});
afterAll(async () => {
  await server.remove();
  await rm(server.dataDir, { recursive: true, force: true });
});

const setUpPath = (path: string) =>
  path === '/' ? '/second-factor' : `/second-factor?${new URLSearchParams({ redirectTo: path })}`;

describe('REQUIRE_SECOND_FACTOR=all, for who has none', () => {
  test('every page leads to the set-up, also as data and as a form', async () => {
    for (const route of otherPaths()) {
      if (/^\/(?:mcp$|oauth\/|\.well-known)/.test(route) && route !== '/oauth/authorize') continue;
      const path = fillPath(route, docId).replace('*', 'nowhere');
      const { status, headers } = await olga.page.get(path);
      const expected = OPEN[route] ? [OPEN[route]] : [303, setUpPath(path)];
      const location = headers.get('Location');
      expect([route, status, ...(OPEN[route] ? [] : [location])]).toEqual([route, ...expected]);
    }
    const asData = await olga.page.get(`/doc/${docId}.data`);
    expect(asData.text).toContain(setUpPath(`/doc/${docId}`));
    expect(asData.text).not.toContain('Seedling');
    const posted = await olga.page.post('/settings', { intent: 'profile', displayName: 'Mallory' });
    expect(posted.status).toBe(303);
    expect(posted.headers.get('Location')).toMatch(/^\/second-factor\?redirectTo=%2Fsettings%3Fkept%3Dc/);
    expect((await olga.api.get('/api/auth/me')).body.data).toMatchObject({ displayName: null });
  });

  test('the API refuses session and earlier tokens, except for the own account', async () => {
    await expectClosedApi({ server, person: olga, token, docId }, REFUSED);
    const chinese = await olga.api.get('/api/documents', { headers: { 'Accept-Language': 'zh' } });
    expect(chinese.body.errors).toEqual({ factor: ['本站要求开启两步验证：请先在浏览器中完成设置'] });
  });

  test('no live connection opens', async () => {
    await expectNoLiveConnection(olga, docId);
  });

  test('an app set up there opens everything, after its recovery codes were shown', async () => {
    const wanted = `/doc/${docId}`;
    const setUp = setUpPath(wanted);
    const page = await olga.page.get(setUp);
    expect(page.text).toContain('This installation requires a second factor.');
    expect(page.text).not.toContain('href="/inbox"');
    expect((await olga.page.get('/second-factor', { headers: { 'Accept-Language': 'zh' } })).text).toContain(
      '设置两步验证',
    );
    await olga.page.post(setUp, { intent: 'totp-start' });
    const secret = /secret=([A-Z2-7]+)/.exec((await olga.page.get(setUp)).text)![1]!;
    const wrong = await olga.page.post(setUp, { intent: 'totp-confirm', code: '12345' });
    expect(wrong.status).toBe(422);
    const confirmed = await olga.page.post(setUp, { intent: 'totp-confirm', code: appCode(secret) });
    const codes = await olga.page.follow(confirmed);
    expect(codes.text).toContain('Your recovery codes');
    expect(codes.text).toContain(`href="${wanted}"`);
    expect((await olga.page.get(wanted)).status).toBe(200);
    const bearer = { headers: { Authorization: `Bearer ${token}` } };
    expect((await visitor(server).api.get(`/api/documents/${docId}`, bearer)).status).toBe(200);
    expect((await olga.page.get('/second-factor')).headers.get('Location')).toBe('/');
  });

  test('the settings offer no removal of the only factor, and a posted one is refused by name', async () => {
    const settings = await olga.page.get('/settings');
    expect(settings.text).toContain('Add another one before you give one up.');
    expect(settings.text).not.toContain('totp-remove');
    await olga.page.post('/settings', { intent: 'two-factor', enabled: 'true' });
    expect((await olga.page.get('/settings')).text).toContain('totp-remove');
  });

  test('a new account sets up a code by e-mail right after signing in, and cannot switch it off', async () => {
    const ben = await signUpOver(server, 'ben');
    expect((await ben.page.get('/')).headers.get('Location')).toBe('/second-factor');
    const chosen = await ben.page.post('/second-factor', { intent: 'two-factor', enabled: 'true' });
    expect(chosen.headers.get('Location')).toBe('/');
    expect((await ben.page.get('/')).status).toBe(200);
    const removed = await ben.page.post('/settings', { intent: 'two-factor', enabled: 'false' });
    expect([removed.status, removed.text.includes('add another one before you remove this one')]).toEqual([403, true]);
  });

  test('signing out stays possible', async () => {
    const eve = await newPerson(server, 'eve');
    const left = await eve.api.post('/api/auth/logout');
    expect(left.status).toBe(200);
    expect((await eve.page.get('/second-factor')).headers.get('Location')).toMatch(/^\/login/);
  });
});
