import { expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { arbor } from '#tests/support/arbor.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';

const server = ownServer({ RATE_LIMIT: 'on', LIMIT_COMMENT: '2/3600' });
const run = (args: string[]) => arbor(args, { dataDir: server().dataDir });
type Entry = { limit: string; who: string; used: number; until: string };
const list = async (subject: string) =>
  JSON.parse((await run(['limit', 'list', subject, '--format', 'json'])).stdout) as Entry[];

test('S6: an operator sees what is counted for an address, and lets it in again', async () => {
  const [ada, eve] = [await newPerson(server(), 'ada'), await newPerson(server(), 'eve')];
  const attempt = (email: string, password: string) =>
    visitor(server()).api.post('/api/auth/login', { email, password });
  for (let count = 0; count < 11; count += 1) await attempt(ada.email, 'Wrong-1');
  await attempt(eve.email, 'Wrong-1');
  expect((await attempt(ada.email, PASSWORD)).status).toBe(429);
  const askedAt = Date.now();
  const entries = await list(ada.email);
  for (const { until } of entries) expect(Date.parse(until)).toBeGreaterThan(askedAt);
  expect(Math.max(...entries.map(({ used }) => used))).toBeGreaterThanOrEqual(10);
  const all = await run(['limit', 'list', '--format', 'json']);
  expect(all.stdout).not.toContain(ada.email);
  expect((await run(['limit', 'clear'])).code).toBe(2);
  expect((await run(['limit', 'clear', '--all'])).code).toBe(4);
  expect((await run(['limit', 'clear', ada.email.toUpperCase()])).code).toBe(0);
  expect(await list(ada.email)).toEqual([]);
  expect((await list(eve.email)).length).toBeGreaterThan(0);
  expect((await attempt(ada.email, PASSWORD)).status).toBe(200);
  expect((await run(['limit', 'clear', '--all', '--yes'])).code).toBe(0);
  expect(await list(eve.email)).toEqual([]);
});

test('too many comments on a document are 1200 with Retry-After, the form keeps what was typed, the operator lifts it', async () => {
  const [olga, rhea] = [await newPerson(server(), 'olga'), await newPerson(server(), 'rhea')];
  const { id } = await makeDocument(olga, { content: 'Apples and pears.' });
  await olga.api.post(`/api/documents/${id}/shares`, { email: rhea.email, permission: 'READ' });
  const say = (who: typeof rhea) => who.api.post(`/api/documents/${id}/comments`, { body: 'Why?' });
  const thread = (await say(rhea)).body.data.id as string;
  expect((await rhea.api.post(`/api/threads/${thread}/comments`, { body: 'And?' })).status).toBe(200);
  const refused = await rhea.api.post(`/api/threads/${thread}/comments`, { body: 'Once more' });
  expect(refused).toMatchObject({ status: 429, body: { statusCode: 1200 } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
  expect(refused.body.message).toMatch(/many comments on this document\. Wait \d+ minutes/);
  const chinese = await rhea.api.post(
    `/api/documents/${id}/comments`,
    { body: '?' },
    { headers: { 'Accept-Language': 'zh' } },
  );
  expect(chinese.body.message).toMatch(/很多评论.*\d+ ?分钟/);
  const fields = { intent: 'comment', body: 'Typed at length', quote: 'and pears', threadId: '' };
  const page = await rhea.page.post(`/doc/${id}`, fields);
  expect([page.status, Number(page.headers.get('Retry-After')) > 3000]).toEqual([429, true]);
  expect(page.text).toMatch(/many comments on this document/);
  expect(page.text).toMatch(/<textarea[^>]*id="comment-body"[^>]*>Typed at length</);
  expect(page.text).toMatch(/id="comment-quote"[^>]*value="and pears"|value="and pears"[^>]*id="comment-quote"/);
  const reply = await rhea.page.post(`/doc/${id}`, { intent: 'comment', body: 'Reply at length', threadId: thread });
  expect(reply.text).toMatch(new RegExp(`<textarea[^>]*id="reply-${thread}"[^>]*>Reply at length<`));
  // The limit applies to one person only.
  expect((await say(olga)).status).toBe(200);
  expect((await list(rhea.email)).filter(({ limit }) => limit === 'comment')).toMatchObject([{ used: 6 }]);
  expect((await run(['limit', 'clear', rhea.email])).code).toBe(0);
  expect((await say(rhea)).status).toBe(200);
});
