import { afterAll, beforeAll, expect, test } from 'vitest';
import { AiServer } from '#tests/support/ai-server.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';

const provider = await new AiServer().start();
const server = ownServer(provider.env);
afterAll(() => provider.stop());

const PAGE = '/admin/token-usage';
let admin: Person;
let olga: Person;
beforeAll(async () => {
  [admin, olga] = [await newPerson(server(), 'admin'), await newPerson(server(), 'olga')];
  const { id } = await makeDocument(olga, { content: 'Apples.' });
  for (const action of ['summarize', 'continue']) {
    await olga.page.post(`/doc/${id}/ai`, { intent: 'generate', action });
  }
});

const total = async (query = '') =>
  (await admin.api.get(`/api/admin/token-usage${query}`)).body.data.totals.totalTokens;

test('the page has the totals, a chart that is described, and everyone', async () => {
  const { status, text } = await admin.page.get(PAGE);
  expect(status).toBe(200);
  expect(await total()).toBe(provider.charged);
  expect(text).toContain(`<dd>${new Intl.NumberFormat('en').format(provider.charged)}</dd>`);
  expect(text).toMatch(
    /<svg[^>]*role="img"[^>]*><title id="chart-title">Tokens per day<\/title><desc id="chart-desc">[^<]*in all/,
  );
  expect(text).toContain(olga.email);
  const features = await admin.page.get(`${PAGE}?by=feature`);
  expect(features.text).toMatch(/Summarize<\/th>/);
  expect((await admin.page.get(`${PAGE}?month=2020-02`)).text).toContain('February 2020: no tokens used.');
  expect((await admin.page.get(`${PAGE}?month=never&page=-1&sort=x&by=y`)).status).toBe(200);
});

test('nobody else gets at it, whatever they post', async () => {
  for (const path of [PAGE, `${PAGE}?confirm=reset-all`, `${PAGE}.csv`]) {
    expect([path, (await olga.page.get(path)).status]).toEqual([path, 403]);
  }
  const csrf = olga.browser.cookies.get('XSRF-TOKEN')!;
  for (const fields of [
    { intent: 'limit', userId: olga.id, monthlyLimit: '9' },
    { intent: 'ceiling', scope: 'installation', monthlyTokens: '0' },
    { intent: 'ceiling-remove', scope: 'installation' },
    { intent: 'reset', userId: olga.id },
    { intent: 'reset-all' },
  ] as Record<string, string>[]) {
    for (const path of [PAGE, `${PAGE}?confirm=reset-all`]) {
      expect((await olga.page.postBlind(path, { csrf, ...fields })).status).toBe(403);
    }
  }
  expect((await olga.api.get('/api/ai/quota')).body.data).toMatchObject({
    monthlyLimit: 100_000,
    monthlyUsed: provider.charged,
  });
});

test('the whole report is there as CSV', async () => {
  const { status, headers, text } = await admin.page.get(`${PAGE}.csv?by=user&sort=email&order=asc`);
  expect(status).toBe(200);
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="token-usage-\d{4}-\d{2}-by-user\.csv"$/);
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    'userId,email,monthlyLimit,monthlyUsed,lastResetDate,requests,promptTokens,completionTokens,totalTokens',
  );
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([admin.email, olga.email, undefined]);
  expect(lines[2]).toMatch(new RegExp(`,2,\\d+,\\d+,${provider.charged}$`));
  expect((await admin.page.get(`${PAGE}.csv?by=feature`)).text).toContain('summarize,1,');
});

test('a limit is set from the page; a wrong one is told beside its field', async () => {
  const here = `${PAGE}?keyword=${olga.email}`;
  const wrong = await admin.page.post(here, { intent: 'limit', userId: olga.id, monthlyLimit: '-3' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toMatch(/name="monthlyLimit"[^>]*value="-3"/);
  const set = await admin.page.post(here, { intent: 'limit', userId: olga.id, monthlyLimit: '5000' });
  expect([set.status, set.headers.get('Location')]).toEqual([303, `${PAGE}?keyword=${encodeURIComponent(olga.email)}`]);
  expect((await olga.api.get('/api/ai/quota')).body.data.monthlyLimit).toBe(5000);
});

test('one is reset, and all are, after a page that says what that does; the ledger and the trail keep everything', async () => {
  const before = await total();
  await admin.page.post(PAGE, { intent: 'reset', userId: olga.id });
  expect((await olga.api.get('/api/ai/quota')).body.data.monthlyUsed).toBe(0);
  const { id } = await makeDocument(olga, { content: 'Pears.' });
  await olga.page.post(`/doc/${id}/ai`, { intent: 'generate', action: 'summarize' });
  const used = (await olga.api.get('/api/ai/quota')).body.data.monthlyUsed;
  expect(used).toBeGreaterThan(0);
  const asked = await admin.page.post(PAGE, { intent: 'reset-all' });
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, `${PAGE}?confirm=reset-all`]);
  expect((await olga.api.get('/api/ai/quota')).body.data.monthlyUsed).toBe(used);
  expect((await admin.page.get(`${PAGE}?confirm=reset-all`)).text).toContain('1 account has used tokens this month');
  expect((await admin.page.post(`${PAGE}?confirm=reset-all`, { intent: 'reset-all' })).status).toBe(303);
  expect((await olga.api.get('/api/ai/quota')).body.data.monthlyUsed).toBe(0);
  expect(await total()).toBe(before + used);
  const { text } = await admin.page.get(PAGE);
  expect(text).toContain('Reset the AI usage of everyone');
  expect(text).toContain(`Set the AI allowance of ${olga.email}`);
});
