import { afterAll, beforeAll, expect } from 'vitest';
import type { Dialect } from '#db/connection.ts';
import { type Answer, Client } from '#tests/support/client.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { Person } from '#tests/support/people.ts';
import { type Environment, type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

/**
 * Returns what an entity tag says about the page apart from its nonce. A page that is made again has another one, as
 * its data contain the clock.
 */
export const pageTag = (answer: Answer): string | undefined =>
  /^W\/"([\w-]{22})\.[\w-]{22}"$/.exec(answer.headers.get('ETag') ?? '')?.[1];

/** Opens a page until it is answered from memory. A first view can change what the next one shows. */
export function untilCached(person: Client, path: string): Promise<Answer> {
  return until(async () => {
    const first = await person.page.get(path);
    const again = await person.page.get(path);
    expect(pageTag(first)).toBeDefined();
    expect(pageTag(again)).toBe(pageTag(first));
    return again;
  });
}

/** Returns the same browser at another process. */
export function clientAt(url: string, { browser }: Client): Client {
  const client = new Client(url);
  for (const [name, value] of browser.cookies) client.browser.cookies.set(name, value);
  return client;
}

/** Returns the same person at another process. */
export const personAt = (url: string, person: Person): Person =>
  Object.assign(clientAt(url, person), { id: person.id, email: person.email });

/** Starts two processes on one database for a suite. */
export function twoProcesses(dialect: Dialect, env: Environment = {}): { near: RunningServer; far: RunningServer } {
  const processes = {} as { near: RunningServer; far: RunningServer };
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(dialect, { migrated: true });
    const all = { ...env, DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir };
    processes.near = await startServer(all);
    processes.far = await startServer(all);
  });
  afterAll(async () => {
    await Promise.all([processes.near.stop(), processes.far.stop()]);
    await database.remove();
  });
  return processes;
}
