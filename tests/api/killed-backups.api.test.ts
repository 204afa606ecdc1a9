import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor, type Ran } from '#tests/support/arbor.ts';
import { createDatabase, inShortOn, pairedWithDialects, type TestDatabase } from '#tests/support/database.ts';
import { killCommand, signalCommand, watchWrites } from '#tests/support/killed-command.ts';
import { repeats } from '#tests/support/length.ts';
import { startServer } from '#tests/support/server.ts';
import { AT_LOW_PRIORITY_MS, until } from '#tests/support/until.ts';

const DOCUMENTS = repeats(60, 150);

let folder: string;
let archive: string;
let source: TestDatabase;

const run = ({ dataDir, databaseUrl }: TestDatabase, args: string[], kill?: AbortSignal): Promise<Ran> =>
  arbor(args, { dataDir, env: databaseUrl ? { DATABASE_URL: databaseUrl } : {}, ...(kill ? { kill } : {}) });

/** Returns true once a file of the folder has bytes. A file may vanish meanwhile. */
async function hasContent(place: string): Promise<boolean> {
  const sizes = (await readdir(place)).map((name) => statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.some((size) => size > 0);
}

/** Runs a statement on a database that no process uses. */
async function change({ dataDir, databaseUrl, run: runOn }: TestDatabase, sql: string): Promise<void> {
  if (databaseUrl) return runOn(sql);
  const file = new DatabaseSync(join(dataDir, 'arbor.sqlite'));
  file.exec(sql);
  file.close();
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
  const hasBegun = () => hasContent(place);
  await killCommand((kill) => run(source, ['db', 'backup', file], kill), hasBegun);
  expect(existsSync(file)).toBe(false);
  expect((await run(source, ['db', 'backup', archive])).code).toBe(0);
  expect((await run(source, ['db', 'verify', archive])).code).toBe(0);
});

test.each(['SIGTERM', 'SIGINT'] as const)('L3: a backup that %s ends says so and leaves nothing', async (signal) => {
  const place = join(folder, signal);
  await mkdir(place);
  const file = join(place, 'stopped.zip');
  const hasBegun = () => hasContent(place);
  const audit = async () => (await run(source, ['audit', '--json'])).stdout;
  const before = await audit();
  const stopped = await signalCommand(signal, (kill) => run(source, ['db', 'backup', file], kill), hasBegun);
  expect(stopped).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Stopped') });
  expect(await readdir(place)).toEqual([]);
  expect(await audit()).toBe(before);
});

test.each(pairedWithDialects(['SIGTERM', 'SIGINT'] as const))(
  'L3: a restore that a signal ends says so and changes nothing (%s, %s)',
  async (dialect, signal) => {
    const target = await createDatabase(dialect, { migrated: true });
    await run(target, ['user', 'create', 'target@example.com', '--link']);
    const before = await readdir(target.dataDir);
    const { isWriting, end } = await watchWrites(target);
    const restore = (kill: AbortSignal) => run(target, ['db', 'restore', archive, '--yes'], kill);
    const stopped = await signalCommand(signal, restore, isWriting);
    expect(stopped).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Stopped') });
    expect(await readdir(target.dataDir)).toEqual(before);
    const people = (await run(target, ['user', 'list', '--format', 'csv'])).stdout;
    expect([people.includes('target@'), people.includes('source@')]).toEqual([true, false]);
    expect((await run(target, ['db', 'check'])).code).toBe(0);
    await end();
    await target.remove();
  },
  120_000,
);

test.each(['SIGTERM', 'SIGINT'] as const)(
  'L3: a restore into a new folder that %s ends leaves no installation there',
  async (signal) => {
    const into = join(folder, `into-${signal}`);
    const scratch = await createDatabase('sqlite');
    const hasBegun = () => existsSync(join(into, 'arbor.sqlite'));
    const restore = (kill: AbortSignal) => run(scratch, ['db', 'restore', archive, '--into', into], kill);
    const stopped = await signalCommand(signal, restore, hasBegun);
    expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining('Stopped') });
    expect((await readdir(into).catch(() => [])).filter((name) => name.startsWith('arbor.sqlite'))).toEqual([]);
    await scratch.remove();
  },
);

test.each(inShortOn('sqlite'))(
  'L3: a restore that is killed changes nothing, and the next one succeeds (%s)',
  async (dialect) => {
    const target = await createDatabase(dialect, { migrated: true });
    await run(target, ['user', 'create', 'target@example.com', '--link']);
    const people = async () => (await run(target, ['user', 'list', '--format', 'csv'])).stdout;
    const restore = ['db', 'restore', archive, '--yes'];
    const { isWriting, end } = await watchWrites(target);
    await killCommand((kill) => run(target, restore, kill), isWriting);
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

test.each(inShortOn('postgres'))(
  'L3: a scheduled backup that is killed is told by list and doctor, and made up by the next server (%s)',
  async (dialect) => {
    const target = await createDatabase(dialect, { migrated: true });
    const { dataDir, databaseUrl } = target;
    expect((await run(target, ['db', 'restore', archive, '--yes'])).code).toBe(0);
    const place = join(folder, `scheduled-${dialect}`);
    // One due time in the last day, so that no other one makes it up.
    const env = {
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      BACKUP_CRON: '0 0 * * *',
      BACKUP_DIR: place,
    };
    const first = await startServer({ ...env, DATA_DIR: dataDir });
    await until(async () => expect((await readdir(place)).some((name) => name.includes('.unverified'))).toBe(true));
    await first.stop('SIGKILL');
    const listed = JSON.parse((await arbor(['job', 'list', '--json'], { dataDir, env })).stdout);
    expect(listed).toContainEqual(expect.objectContaining({ name: 'backup', lastOutcome: 'killed' }));
    expect((await arbor(['doctor'], { dataDir, env })).stdout).toContain('The last backup was stopped or killed at');
    // Moves the run back, so that the first retry is due.
    await change(target, 'UPDATE job_runs SET begun_at = begun_at - 90000, lease_until = lease_until - 90000');
    const second = await startServer({ ...env, DATA_DIR: dataDir });
    await until(() => expect(second.output()).toContain('"event":"backup-done"'), AT_LOW_PRIORITY_MS);
    await second.stop();
    expect((await readdir(place)).filter((name) => name.endsWith('Z.backup'))).toHaveLength(1);
    expect((await arbor(['doctor'], { dataDir, env })).stdout).toContain('The newest backup is of');
    await target.remove();
  },
  240_000,
);
