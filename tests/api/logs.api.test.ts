import { expect, test } from 'vitest';
import { createDatabase, DIALECTS } from '#tests/support/database.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

type Line = Record<string, unknown>;

const linesOf = (output: string, event: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter((line) => line.event === event);

test('ACCESS_LOG=on logs each request once, below the log level too, without keys and words', async () => {
  const server = await startServer({ ACCESS_LOG: 'on', LOG_LEVEL: 'error' });
  const olga = await newPerson(server);
  const { id } = await makeDocument(olga);
  const link = await makeLink(olga, id);
  await olga.page.get('/search?keyword=Quinces&page=1');
  await fetch(server.url + link);
  await fetch(`${server.url}/reset-password?tempId=Quinces`);
  expect((await fetch(`${server.url}/auth-callback`, { method: 'POST' })).status).toBe(405);
  await until(() => {
    const paths = linesOf(server.output(), 'access').map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/search?keyword=…&page=1', '/s/…', '/reset-password?tempId=…']));
  });
  const search = linesOf(server.output(), 'access').filter(({ route }) => route === '/search');
  expect(search).toEqual([
    expect.objectContaining({ method: 'GET', status: 200, address: '127.0.0.1', ms: expect.any(Number) }),
  ]);
  // A wrong method is no fault of the server.
  expect(linesOf(server.output(), 'fault')).toEqual([]);
  expect(server.output()).not.toContain('Quinces');
  expect(server.output()).not.toContain(link.slice('/s/'.length));
  await server.remove();
});

test('a share of requests is logged; none by default', async () => {
  const [sampled, silent] = [await startServer({ ACCESS_LOG: '0.5' }), await startServer()];
  for (const server of [sampled, silent]) for (let n = 0; n < 200; n += 1) await fetch(`${server.url}/livez`);
  await sampled.stop();
  await silent.stop();
  const logged = linesOf(sampled.output(), 'access').length;
  // 200 coin tosses: outside these bounds with a probability of 10^-19.
  expect([logged > 35, logged < 165]).toEqual([true, true]);
  expect(linesOf(silent.output(), 'access')).toEqual([]);
});

test.each(DIALECTS)('SLOW_QUERY_MS logs statements without their values (%s)', async (dialect) => {
  const database = await createDatabase(dialect, { migrated: true });
  const server = await startServer({
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: database.dataDir,
    SLOW_QUERY_MS: '1',
    REGISTRATION: 'open',
  });
  const olga = await newPerson(server);
  await makeDocument(olga, { title: 'Quinces', content: 'Plums. '.repeat(100_000) });
  await until(() => expect(linesOf(server.output(), 'slow-statement')).not.toEqual([]));
  for (const { sql, ms } of linesOf(server.output(), 'slow-statement')) {
    expect([typeof sql, Number(ms) >= 1]).toEqual(['string', true]);
    expect(sql).not.toMatch(/'|Quinces|Plums|@/);
  }
  await server.stop();
  await database.remove();
});
