import { expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { arbor } from '#tests/support/arbor.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { newPerson, visitor } from '#tests/support/people.ts';

const server = ownServer({ RATE_LIMIT: 'on' });
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
  const entries = await list(ada.email);
  for (const { until } of entries) expect(Date.parse(until)).toBeGreaterThan(Date.now());
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
