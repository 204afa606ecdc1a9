import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor, type Ran } from '#tests/support/arbor.ts';
import { createDatabase, DIALECTS, type TestDatabase } from '#tests/support/database.ts';

const DOCUMENTS = 150;
const SPILLED_BYTES = 64 * 1024;
const EVERY_MS = 5;

let folder: string;
let archive: string;
let source: TestDatabase;

const run = ({ dataDir, databaseUrl }: TestDatabase, args: string[], kill?: AbortSignal): Promise<Ran> =>
  arbor(args, { dataDir, env: databaseUrl ? { DATABASE_URL: databaseUrl } : {}, ...(kill ? { kill } : {}) });

/** Runs a command and kills it once `isUnderWay` is true. Fails if the command ends before. */
async function killed(
  start: (kill: AbortSignal) => Promise<Ran>,
  isUnderWay: () => boolean | Promise<boolean>,
): Promise<void> {
  const kill = new AbortController();
  let hasEnded = false;
  const ended = start(kill.signal).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded && !(await isUnderWay())) await new Promise((next) => setTimeout(next, EVERY_MS));
  kill.abort();
  expect((await ended).code).toBeNull();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-killed-'));
  source = await createDatabase('sqlite', { migrated: true });
  await run(source, ['user', 'create', 'source@example.com', '--link']);
  const notes = join(folder, 'notes');
  await mkdir(notes);
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const words = Array.from({ length: 2500 }, (_, word) => `word${(n * 7919 + word * 104_729) % 100_000}`).join(' ');
    await writeFile(join(notes, `bed-${n}.md`), `# Bed ${n}\n\n${words}\n`);
  }
  const imported = await run(source, ['import', notes, '--owner', 'source@example.com']);
  expect([imported.code, imported.stderr]).toEqual([0, expect.any(String)]);
  archive = join(folder, 'whole.zip');
});
afterAll(async () => {
  await source.remove();
  await rm(folder, { recursive: true });
});

test('L3: a backup that is killed leaves no archive, and the next one is whole', async () => {
  const place = join(folder, 'backups');
  await mkdir(place);
  const file = join(place, 'killed.zip');
  const hasBegun = async () => (await readdir(place)).some((name) => statSync(join(place, name)).size > 0);
  await killed((kill) => run(source, ['db', 'backup', file], kill), hasBegun);
  expect(existsSync(file)).toBe(false);
  expect((await run(source, ['db', 'backup', archive])).code).toBe(0);
  expect((await run(source, ['db', 'verify', archive])).code).toBe(0);
});

/** Watches whether the restore has written within its transaction. */
async function watchWrites({ dataDir, databaseUrl }: TestDatabase) {
  if (!databaseUrl) {
    const wal = join(dataDir, 'arbor.sqlite-wal');
    return { isWriting: () => existsSync(wal) && statSync(wal).size > SPILLED_BYTES, end: async () => {} };
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const others = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL';
  return {
    isWriting: async () => (await client.query(`${others} AND query LIKE 'INSERT INTO%'`)).rows.length > 0,
    end: () => client.end(),
  };
}

test.each(DIALECTS)(
  'L3: a restore that is killed changes nothing, and the next one succeeds (%s)',
  async (dialect) => {
    const target = await createDatabase(dialect, { migrated: true });
    await run(target, ['user', 'create', 'target@example.com', '--link']);
    const people = async () => (await run(target, ['user', 'list', '--format', 'csv'])).stdout;
    const restore = ['db', 'restore', archive, '--yes'];
    const { isWriting, end } = await watchWrites(target);
    await killed((kill) => run(target, restore, kill), isWriting);
    expect(await people()).toContain('target@example.com');
    expect(await people()).not.toContain('source@example.com');
    expect((await run(target, ['db', 'check'])).code).toBe(0);
    expect((await run(target, restore)).code).toBe(0);
    expect(await people()).toContain('source@example.com');
    const checked = await run(target, ['db', 'check']);
    expect(checked).toMatchObject({ code: 0, stderr: expect.any(String) });
    await end();
    await target.remove();
  },
  240_000,
);
