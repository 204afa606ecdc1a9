import { describe, expect, test } from 'vitest';
import { eventsOf, openStream } from '#tests/support/ai-stream.ts';
import { aiSuite, untilStalled } from '#tests/support/ai-suite.ts';
import { createDatabase } from '#tests/support/database.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const provider = await aiSuite();
const stalls = (count: number) => untilStalled(provider, count);
/** Returns the status of `/healthz`: 503 while the server stops, null if it accepts no connection. */
const statusOf = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status,
    () => null,
  );

describe('the life of a process that has calls under way', () => {
  test('I3: kill -9 in the middle keeps the reservation until its lease has lapsed', async () => {
    const database = await createDatabase('postgres');
    const env = {
      ...provider.env,
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: database.dataDir,
      AI_MONTHLY_LIMIT: '500',
    };
    const first = await startServer(env);
    const person = await newPerson(first);
    const { id } = await makeDocument(person, { content: 'Plums.' });
    provider.trouble = 'stall';
    const broken = openStream(person, { docId: id, action: 'summarize' })
      .then((response) => response.text())
      .catch(() => 'broken');
    await stalls(1);
    await first.stop('SIGKILL');
    expect(await broken).toBe('broken');
    provider.trouble = null;
    const second = await startServer(env);
    const ask = () => openStream(person, { docId: id, action: 'summarize' }, {}, second.url);
    expect((await ask()).status).toBe(429);
    await database.run('UPDATE ledger SET lease_until = 1');
    const again = await ask();
    expect(again.status).toBe(200);
    expect(eventsOf(await again.text()).at(-1)?.event).toBe('usage');
    await second.stop();
    await database.remove();
  });

  test('L8: SIGTERM lets an answer finish', async () => {
    const server = await startServer(provider.env);
    const person = await newPerson(server);
    const { id } = await makeDocument(person, { content: 'Plums.' });
    provider.trouble = 'stall';
    const response = await openStream(person, { docId: id, action: 'summarize' });
    await stalls(1);
    const stopped = server.stop();
    await until(async () => expect(await statusOf(server.url)).not.toBe(200));
    provider.goOn();
    expect(eventsOf(await response.text()).at(-1)?.event).toBe('usage');
    expect(await stopped).toMatchObject({ code: 0 });
    await server.remove();
  });

  test('L8: an answer that does not end is cut off, and settled before the process ends', async () => {
    const env = { ...provider.env };
    const server = await startServer(env);
    const person = await newPerson(server);
    const { id } = await makeDocument(person, { content: 'Plums.' });
    provider.trouble = 'stall';
    const cut = openStream(person, { docId: id, action: 'summarize' })
      .then((response) => response.text())
      .catch(() => 'cut');
    await stalls(1);
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(await cut).toBe('cut');
    const again = await startServer({ ...env, DATA_DIR: server.dataDir });
    const answer = await fetch(`${again.url}/api/ai/quota`, {
      headers: { Cookie: [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect((await answer.json()).data.monthlyUsed).toBeGreaterThanOrEqual(provider.charged);
    await again.remove();
  });
});
