import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const ASKS = (lng: string) => ({ headers: { 'Accept-Language': lng } });

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ DEFAULT_LANGUAGE: 'zh', DEFAULT_THEME: 'light' });
});
afterAll(() => server.remove());

test('pages, answers and mails to people who chose no language are in DEFAULT_LANGUAGE', async () => {
  const { page, api } = visitor(server);
  for (const options of [{}, ASKS('fr')]) expect((await page.get('/login', options)).text).toContain('lang="zh"');
  expect((await api.get('/api/documents')).body.message).toMatch(/\p{Script=Han}/u);
  expect((await page.get('/login', ASKS('en-GB'))).text).toContain('lang="en"');
  expect((await page.get('/login?lng=en')).text).toContain('lang="en"');
  expect((await page.get('/login')).text).toContain('lang="en"');
  const options = { dataDir: server.dataDir, env: { DEFAULT_LANGUAGE: 'zh' }, stdin: `${PASSWORD}\n` };
  for (const command of ['create', 'reset-password']) {
    expect((await arbor(['user', command, 'ben@example.com', '--password-stdin'], options)).code).toBe(0);
  }
  const [mail] = await until(async () => {
    const mails = await mailsTo(server.dataDir, 'ben@example.com');
    if (mails.length === 0) throw new Error('No mail yet');
    return mails;
  });
  expect(mail!.text).toMatch(/\p{Script=Han}/u);
});

test('mails are in the language of the browser that first signed in, if nobody chose one', async () => {
  const options = { dataDir: server.dataDir, env: { DEFAULT_LANGUAGE: 'zh' }, stdin: `${PASSWORD}\n` };
  const email = 'cleo@example.com';
  expect((await arbor(['user', 'create', email, '--password-stdin'], options)).code).toBe(0);
  const signIn = (lng: string) =>
    visitor(server).api.post('/api/auth/login', { email, password: PASSWORD, remember: false }, ASKS(lng));
  for (const lng of ['fr', 'en-GB', 'zh-CN']) expect((await signIn(lng)).status).toBe(200);
  expect((await arbor(['user', 'reset-password', email, '--password-stdin'], options)).code).toBe(0);
  const texts = async () => (await mailsTo(server.dataDir, email)).map(({ text }) => text);
  await expect.poll(texts).toEqual([expect.not.stringMatching(/\p{Script=Han}/u)]);
});

test('pages and public links of people who chose no theme have DEFAULT_THEME', async () => {
  const olga = await newPerson(server, 'olga');
  const path = await makeLink(olga, (await makeDocument(olga)).id);
  expect((await olga.page.get('/')).text).toContain('data-theme="light"');
  expect((await visitor(server).page.get(path)).text).toMatch(/<html[^>]*class="light"/);
  await olga.page.post('/preferences', { theme: 'dark' });
  expect((await olga.page.get('/')).text).toContain('data-theme="dark"');
});
