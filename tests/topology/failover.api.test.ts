import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { type Bouncer, isInstalled, startBouncer } from '#tests/topology/proxies.ts';
import {
  hasReplication,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#tests/topology/replicated-postgres.ts';

// Requires Debian's packages postgresql and pgbouncer; without them the drill is skipped.

const IS_ABLE = hasReplication() && isInstalled('pgbouncer');
const WRITERS = 4;
const PROMISED_MS = 10_000;

let postgres: ReplicatedPostgres;
let bouncer: Bouncer;
let dataDir: string;
let servers: RunningServer[];
beforeAll(async () => {
  if (!IS_ABLE) return;
  postgres = await startReplicatedPostgres();
  bouncer = await startBouncer({ port: postgres.primary, name: 'postgres', user: 'arbor' });
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-failover-'));
  const env = { DATABASE_URL: bouncer.pooled, DATABASE_DIRECT_URL: bouncer.direct, DATA_DIR: dataDir };
  servers = [await startServer(env), await startServer(env)];
});
afterAll(async () => {
  if (!IS_ABLE) return;
  await Promise.all(servers.map((server) => server.stop()));
  await bouncer.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

type Saved = { id: string; acknowledged: number; sent: number };

/** Saves and creates until it ends. Keeps what was acknowledged, and when which status was answered. */
function startWriting(writers: Person[], saved: Saved[]) {
  let isOver = false;
  const created: string[] = [];
  const answers: { at: number; status: number }[] = [];
  const write = async (person: Person, document: Saved) => {
    for (let n = 1; !isOver; n += 1) {
      document.sent = n;
      const save = await person.api.patch(`/api/documents/${document.id}`, { content: `Bed ${n}`, autosave: true });
      if (save.status === 200) document.acknowledged = n;
      const made = await person.api.post('/api/documents', { title: `New ${n}` });
      if (made.status === 200) created.push(made.body.data.id);
      const at = Date.now();
      answers.push({ at, status: save.status }, { at, status: made.status });
    }
  };
  const all = Promise.all(writers.map((person, nth) => write(person, saved[nth]!)));
  return {
    created,
    answers,
    end: async () => {
      isOver = true;
      await all;
    },
  };
}

test.skipIf(!IS_ABLE)(
  'a replica that is promoted under load has everything that was acknowledged, after at most ten seconds of 503',
  async () => {
    const place = { ...servers[0]!, databaseUrl: bouncer.pooled };
    const olga = await newPerson(place);
    const writers = Array.from({ length: WRITERS }, (_, nth) => {
      const url = servers[nth % 2]!.url;
      return nth % 2 === 0 ? olga : onOther(olga, url);
    });
    const saved = await Promise.all(
      writers.map(async () => ({ id: (await makeDocument(olga)).id, acknowledged: 0, sent: 0 })),
    );
    const load = startWriting(writers, saved);
    const isAnswered = (times: number, status: number) =>
      until(() => expect(load.answers.filter((answer) => answer.status === status).length).toBeGreaterThan(times));
    await isAnswered(200, 200);
    const killedAt = Date.now();
    await postgres.killPrimary();
    await isAnswered(WRITERS, 503);
    postgres.promote();
    await bouncer.turnTo(postgres.replica);
    const before = load.answers.filter(({ status }) => status === 200).length;
    await isAnswered(before + 200, 200);
    await load.end();

    expect(load.answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const refusals = load.answers.filter(({ status }) => status === 503).map(({ at }) => at);
    const awayMs = Math.max(...refusals) - killedAt;
    const lost: string[] = [];
    for (const { id, acknowledged, sent } of saved) {
      const { content } = (await olga.api.get(`/api/documents/${id}`)).body.data;
      const kept = Number(content.replace('Bed ', ''));
      if (kept < acknowledged || kept > sent) lost.push(`${id}: ${kept}, acknowledged ${acknowledged}`);
    }
    for (const id of load.created) {
      const { status } = await olga.api.get(`/api/documents/${id}`);
      if (status !== 200) lost.push(`${id}: ${status}`);
    }
    expect(lost).toEqual([]);
    process.stdout.write(
      `failover: ${load.created.length} documents and ${saved.reduce((sum, each) => sum + each.acknowledged, 0)} saves acknowledged, none lost; ${refusals.length} answers of 503 within ${awayMs} ms\n`,
    );
    expect(awayMs).toBeLessThanOrEqual(PROMISED_MS);
    // The other process hears of changes again.
    for (const { url } of servers) await until(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    expect(postgres.ask(postgres.replica, 'SELECT pg_is_in_recovery()')).toBe('f');
  },
  300_000,
);

/** The same person, asking another process. */
function onOther({ browser, email, id }: Person, url: string): Person {
  const other = new Client(url);
  for (const [name, value] of browser.cookies) other.browser.cookies.set(name, value);
  return Object.assign(other, { email, id });
}
