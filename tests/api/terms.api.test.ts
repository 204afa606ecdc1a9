import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '#tests/support/access-tokens.ts';
import { arborOn } from '#tests/support/arbor.ts';
import { untilCached } from '#tests/support/cached-page.ts';
import { expectClosedApi, expectNoLiveConnection } from '#tests/support/closed-account.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { controlsOf } from '#tests/support/page-forms.ts';
import { mailedCode, makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';
import { fillPath, otherPaths } from '#tests/support/routes.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { TermsFiles } from '#tests/support/terms.ts';
import { readZip } from '#tests/support/zip.ts';

/** Pages open before the acceptance, with their status. */
const OPEN: Record<string, number> = {
  '/terms': 200,
  '/second-factor': 302,
  '/auth/:provider': 302,
  '/auth-callback': 400,
  '/logout': 302,
  '/preferences': 302,
  '/unsubscribe/:token': 404,
  '/unwatch/:token': 404,
  '/settings/export': 200,
};
const REFUSED = { statusCode: 1001, errors: { terms: [expect.stringContaining('accept them in the browser first')] } };
const CHINESE = { headers: { 'Accept-Language': 'zh' } };

const terms = new TermsFiles();
const VERSION = terms.version;
let server: RunningServer;
let olga: Person;
let token: string;
let docId: string;

const termsPath = (path: string) => (path === '/' ? '/terms' : `/terms?${new URLSearchParams({ redirectTo: path })}`);
const accept = (who: Person, path = '/terms') => who.page.post(path, { intent: 'accept', terms: VERSION });
const restart = async (place: RunningServer, more: Record<string, string>) => {
  await place.stop();
  return startServer({ DATA_DIR: place.dataDir, PORT: new URL(place.url).port, ...more });
};

beforeAll(async () => {
  const before = await startServer();
  olga = await newPerson(before, 'olga');
  token = await newToken(olga);
  docId = (await makeDocument(olga, { content: 'Words of before' })).id;
  server = await restart(before, terms.env);
});
afterAll(async () => {
  await server.remove();
  await rm(server.dataDir, { recursive: true, force: true });
  terms.remove();
});

describe('an installation with terms, for who has not accepted them', () => {
  test('every page leads to the terms, also as data', async () => {
    for (const route of otherPaths()) {
      if (/^\/(?:mcp$|oauth\/|\.well-known)/.test(route) && route !== '/oauth/authorize') continue;
      const path = fillPath(route, docId).replace('*', 'nowhere');
      const { status, headers } = await olga.page.get(path);
      const expected = OPEN[route] ? [OPEN[route]] : [303, termsPath(path)];
      expect([route, status, ...(OPEN[route] ? [] : [headers.get('Location')])]).toEqual([route, ...expected]);
    }
    const asData = await olga.page.get(`/doc/${docId}.data`);
    expect(asData.text).toContain(termsPath(`/doc/${docId}`));
    expect(asData.text).not.toContain('Words of before');
  });

  test('the page shows the text in both languages, without the tree, and a way out', async () => {
    const page = await olga.page.get(termsPath(`/doc/${docId}`));
    expect(page.text).toContain('Be kind to each other.');
    expect(page.text).toContain(`Version ${VERSION}`);
    for (const part of ['href="/inbox"', 'name="keyword"']) expect(page.text).not.toContain(part);
    for (const part of ['action="/logout"', 'href="/settings/export"', 'value="account-delete"'])
      expect(page.text).toContain(part);
    const chinese = await visitor(server).page.get('/terms', CHINESE);
    expect(chinese.text).toContain('请友善待人');
    expect(chinese.text).not.toContain('value="accept"');
  });

  test('the API, tools and live connections refuse session and earlier tokens, except for the own account', async () => {
    const open = { path: '/api/auth/terms', data: { version: VERSION, isAccepted: false } };
    await expectClosedApi({ server, person: olga, token, docId }, REFUSED, open);
    const chinese = await olga.api.get('/api/documents', CHINESE);
    expect(chinese.body.errors).toEqual({ terms: ['本站有使用条款：请先在浏览器中接受'] });
    await expectNoLiveConnection(olga, docId);
  });

  test('a program does not accept for its owner', async () => {
    const bearer = { headers: { Authorization: `Bearer ${token}` } };
    const answer = await visitor(server).api.post('/api/auth/terms', { terms: VERSION }, bearer);
    expect([answer.status, answer.body.statusCode]).toEqual([403, 1001]);
    expect((await olga.page.get('/')).headers.get('Location')).toBe('/terms');
  });

  test('a form posted before the acceptance is back, filled, after it', async () => {
    const edit = `/doc/${docId}/edit`;
    const fields = { title: 'Kept title', content: 'Kept words', baseVersion: '1', intent: 'save' };
    const posted = await olga.page.post(edit, fields);
    expect(posted.status).toBe(303);
    const asked = posted.headers.get('Location')!;
    expect(asked).toMatch(/^\/terms\?redirectTo=%2Fdoc%2F.*kept%3D/);
    const stale = await olga.page.post(asked, { intent: 'accept', terms: 'an earlier version' });
    expect([stale.status, stale.text.includes('The terms have changed meanwhile')]).toEqual([422, true]);
    const accepted = await accept(olga, asked);
    const back = await olga.page.follow(accepted);
    const value = (name: string) =>
      controlsOf(back.text)
        .find((control) => control.name === name)
        ?.value.trim();
    expect([value('title'), value('content')]).toEqual(['Kept title', 'Kept words']);
    expect((await olga.api.get(`/api/documents/${docId}`)).body.data).toMatchObject({ content: 'Words of before' });
    expect((await olga.api.get('/api/auth/terms')).body.data).toMatchObject({ isAccepted: true });
    expect((await olga.page.get('/settings')).text).toContain(`Version ${VERSION}`);
  });

  test('the command line and the export name what was accepted', async () => {
    const shown = await arborOn(server, ['user', 'show', olga.email, '--format', 'json']);
    expect([JSON.parse(shown.stdout)].flat()[0]).toMatchObject({
      termsVersion: VERSION,
      termsAcceptedAt: expect.stringMatching(/^\d{4}-/),
    });
    const cookie = [...olga.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const archive = await fetch(`${server.url}/settings/export`, { headers: { Cookie: cookie } });
    const account = JSON.parse((await readZip(archive.body!)).get('account.json')!);
    expect(account.terms).toEqual([{ version: VERSION, acceptedAt: expect.stringMatching(/^\d{4}-/) }]);
  });

  test('leaving: the data goes along after a proof, and the account is deleted', async () => {
    const eve = await newPerson(server, 'eve');
    await letProofLapse(server, eve);
    const asked = await eve.page.get('/settings/export');
    expect(asked.headers.get('Location')).toBe('/terms?prove=%2Fsettings%2Fexport');
    const proof = await eve.page.get('/terms?prove=%2Fsettings%2Fexport');
    expect([proof.status, proof.text.includes('name="proofPassword"')]).toEqual([403, true]);
    const proved = await eve.page.post('/terms', {
      intent: 'prove',
      redirectTo: '/settings/export',
      proofPassword: PASSWORD,
    });
    expect(proved.headers.get('Location')).toBe('/settings/export');
    expect((await eve.page.get('/settings/export')).headers.get('Content-Type')).toBe('application/zip');
    const start = await eve.page.post('/terms', { intent: 'account-delete' });
    expect(start.headers.get('Location')).toBe('/terms?confirm=account-delete');
    const question = await eve.page.get('/terms?confirm=account-delete');
    expect(question.text).toContain('action="/terms?confirm=account-delete"');
    const wrong = await eve.page.post('/terms?confirm=account-delete', { intent: 'account-delete', password: 'no' });
    expect(wrong.status).toBe(400);
    const gone = await eve.page.post('/terms?confirm=account-delete', { intent: 'account-delete', password: PASSWORD });
    expect(gone.headers.get('Location')).toBe('/');
    const again = await visitor(server).api.post('/api/auth/login', { email: eve.email, password: PASSWORD });
    expect(again.body.statusCode).toBe(2004);
  });

  test('signing out stays possible', async () => {
    const eve = await newPerson(server, 'eve');
    expect((await eve.api.post('/api/auth/logout')).status).toBe(200);
    expect((await eve.page.get('/terms')).text).not.toContain('value="accept"');
  });
});

describe('registering where there are terms', () => {
  test('sign-in and registration link the terms; the form asks to accept them and keeps what was typed', async () => {
    const eve = visitor(server);
    expect((await eve.page.get('/login')).text).toContain('href="/terms"');
    const form = await eve.page.get('/register');
    expect(form.text).toContain('I accept the terms of use');
    const email = newEmail('form');
    const refused = await eve.page.post('/register', { email, password: PASSWORD });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`value="${email}"`);
    expect(refused.text).toMatch(/id="terms-error"[^>]*>Accept the terms of use/);
    const taken = await eve.page.post('/register', { email, password: PASSWORD, terms: VERSION });
    expect(taken.status).toBe(303);
  });

  test('the API asks for them by name; who accepted meets no page', async () => {
    const eve = visitor(server);
    const email = newEmail('api');
    const refused = await eve.api.post('/api/auth/register', { email, password: PASSWORD });
    expect([refused.status, refused.body.errors]).toEqual([422, { terms: ['Accept the terms of use'] }]);
    await eve.api.post('/api/auth/register', { email, password: PASSWORD, terms: VERSION });
    const code = await mailedCode(server, email);
    await eve.api.post('/api/auth/code/validate', { email, code, type: 'register' });
    expect((await eve.page.get('/')).status).toBe(200);
  });

  test('terms over the API: a session accepts', async () => {
    const ben = await newPerson(server, 'ben');
    expect((await ben.api.post('/api/auth/terms', {})).status).toBe(422);
    expect((await ben.api.post('/api/auth/terms', { terms: VERSION })).status).toBe(200);
    expect((await ben.api.get('/api/documents')).status).toBe(200);
    expect((await visitor(server).api.get('/api/auth/terms')).body.data).toMatchObject({ isAccepted: null });
  });
});

test('a new version asks everyone again, cached pages too; none any more asks nobody', async () => {
  await untilCached(olga, `/doc/${docId}`);
  server = await restart(server, { ...terms.env, TERMS_VERSION: '2' });
  expect((await olga.page.get(`/doc/${docId}`)).headers.get('Location')).toBe(termsPath(`/doc/${docId}`));
  const accepted = await olga.page.post(termsPath(`/doc/${docId}`), { intent: 'accept', terms: '2' });
  expect((await olga.page.follow(accepted)).text).toContain('Words of before');
  server = await restart(server, {});
  const ben = await newPerson(server, 'ben');
  expect((await ben.page.get('/')).status).toBe(200);
  expect((await ben.page.get('/terms')).status).toBe(404);
  expect((await ben.api.get('/api/auth/terms')).status).toBe(404);
});
