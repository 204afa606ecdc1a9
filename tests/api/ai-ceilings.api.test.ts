import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#tests/support/access-tokens.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';

const provider = await new AiServer().start();
const server = ownServer({
  ...provider.env,
  AI_FALLBACK_MODELS: 'medium',
  AI_MODELS: 'shorten=large',
  AI_PRICES: 'small=1000/1000, medium=2000/2000, large=3000/3000',
  AI_CURRENCY: 'EUR',
});
afterAll(() => provider.stop());

const PAGE = '/admin/token-usage';
let admin: Person;
let olga: Person;
let docId: string;
beforeAll(async () => {
  [admin, olga] = [await newPerson(server(), 'admin'), await newPerson(server(), 'olga')];
  docId = (await makeDocument(olga, { content: 'Apples.' })).id;
});

const ask = (action = 'summarize') => olga.api.post('/api/ai/generate', { docId, action });
const report = async (query = '') => (await admin.api.get(`/api/admin/token-usage${query}`)).body.data;

test('costs are in report, page and CSV, by the model that answered', async () => {
  await olga.page.post(`/doc/${docId}/ai`, { intent: 'generate', action: 'summarize' });
  const { currency, totals } = await report();
  expect([currency, totals.cost]).toEqual(['EUR', totals.totalTokens / 1000]);
  provider.troubles.set('small', 'fault');
  await olga.page.post(`/doc/${docId}/ai`, { intent: 'generate', action: 'summarize' });
  provider.troubles.clear();
  await olga.page.post(`/doc/${docId}/ai`, { intent: 'generate', action: 'shorten' });
  const { items } = await report('?by=model&sort=email&order=asc');
  expect(items.map(({ model }: { model: string }) => model)).toEqual(['large', 'medium', 'small']);
  const prices = [3, 2, 1];
  for (const [at, { cost, totalTokens }] of items.entries())
    expect(cost).toBeCloseTo((totalTokens * prices[at]!) / 1000);
  expect((await admin.page.get(PAGE)).text).toContain('Cost (EUR)');
  const csv = (await admin.page.get(`${PAGE}.csv?by=model`)).text.split('\r\n');
  expect(csv[0]).toBe('model,requests,promptTokens,completionTokens,totalTokens,cost');
});

test('a ceiling is set and removed on the page, without scripts; wrong ones are told beside their field', async () => {
  const fields = { intent: 'ceiling', scope: 'installation' };
  const empty = await admin.page.post(PAGE, { ...fields, monthlyTokens: '', monthlyCost: '' });
  expect(empty.status).toBe(422);
  expect(empty.text).toContain('Set a limit of tokens or cost');
  const wrong = await admin.page.post(PAGE, { ...fields, monthlyTokens: '', monthlyCost: '-1' });
  expect([wrong.status, /name="monthlyCost"[^>]*value="-1"/.test(wrong.text)]).toEqual([422, true]);
  expect((await admin.page.post(PAGE, { ...fields, monthlyTokens: '900000', monthlyCost: '1000.5' })).status).toBe(303);
  const { text } = await admin.page.get(PAGE);
  expect(text).toMatch(/The whole installation<\/th>/);
  expect(text).toContain('/ 900,000');
  expect(text).toContain('/ 1,000.5');
  expect((await admin.page.post(PAGE, { intent: 'ceiling-remove', scope: 'installation' })).status).toBe(303);
  expect((await admin.page.get(PAGE)).text).not.toContain('/ 900,000');
  expect((await admin.page.post(PAGE, { intent: 'ceiling-remove', scope: 'installation' })).status).toBe(404);
});

test('a call beyond a ceiling is 1100 with its name, in the language of the request, over the API and on the page', async () => {
  const { id } = (await admin.api.post('/api/groups', { name: 'Orchard' })).body.data;
  await admin.api.post(`/api/groups/${id}/members`, { email: olga.email });
  await admin.page.post(PAGE, { intent: 'ceiling', scope: id, monthlyTokens: '1', monthlyCost: '' });
  const before = provider.asked.length;
  const refused = await ask();
  expect([refused.status, refused.body.statusCode]).toEqual([429, 1100]);
  expect(refused.body.message).toBe('The AI ceiling of the group “Orchard” is used up for this month');
  expect(refused.body.data).toMatchObject({ ceiling: 'group', group: 'Orchard', monthlyTokens: 1 });
  const page = await olga.page.post(`/doc/${docId}/ai?lng=zh`, { intent: 'generate', action: 'summarize' });
  expect(page.status).toBe(429);
  expect(page.text).toContain('群组「Orchard」本月的 AI 总额度已用完');
  expect(provider.asked.length).toBe(before);
  await admin.api.delete(`/api/groups/${id}`);
  expect((await olga.page.post(`/doc/${docId}/ai`, { intent: 'generate', action: 'summarize' })).status).toBe(303);
});

test('ceilings over the API: read, set and cleared by administrators, and by tokens of the scope admin', async () => {
  const at = '/api/admin/ceilings';
  const none = { groupId: null, groupName: null, monthlyTokens: null, monthlyCost: null };
  for (const answer of [
    await olga.api.get(at),
    await olga.api.put(at, { monthlyTokens: 5 }),
    await olga.api.put(at, { monthlyTokens: 'x' }),
    await olga.api.delete(at),
  ])
    expect([answer.status, answer.body.statusCode]).toEqual([403, 1001]);
  const set = await admin.api.put(at, { monthlyTokens: 900_000 });
  expect(set.body.data).toMatchObject({ ...none, monthlyTokens: 900_000 });
  const { id } = (await admin.api.post('/api/groups', { name: 'Meadow' })).body.data;
  await admin.api.put(at, { groupId: id, monthlyCost: 12.5 });
  const listed = (await admin.api.get(at)).body.data;
  expect(listed).toMatchObject([{ groupId: null }, { groupId: id, groupName: 'Meadow', monthlyCost: 12.5 }]);
  expect((await admin.api.put(at, {})).body.errors).toEqual({ monthlyTokens: ['Set a limit of tokens or cost'] });
  expect((await admin.api.put(at, { monthlyTokens: -1 })).status).toBe(422);
  expect((await admin.api.put(at, { groupId: 'c00000000000000000000000', monthlyTokens: 1 })).status).toBe(404);
  await admin.page.post('/settings', { intent: 'two-factor', enabled: 'true' });
  const bearer = async (scope: 'write' | 'admin') => ({
    headers: { Authorization: `Bearer ${await newToken(admin, { scope })}` },
  });
  expect((await visitor(server()).api.delete(`${at}?groupId=${id}`, {}, await bearer('write'))).status).toBe(403);
  expect((await visitor(server()).api.delete(`${at}?groupId=${id}`, {}, await bearer('admin'))).status).toBe(200);
  expect((await admin.api.delete(at)).status).toBe(200);
  expect((await admin.api.delete(at)).status).toBe(404);
  expect((await admin.api.get(at)).body.data).toEqual([]);
  await letProofLapse(server(), admin);
  expect((await admin.api.put(at, { monthlyTokens: 1 })).body.data).toMatchObject({ proof: ['password'] });
});
