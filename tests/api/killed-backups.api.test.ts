import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor, type Ran } from '#tests/support/arbor.ts';
import { createDatabase, DIALECTS, type TestDatabase } from '#tests/support/database.ts';
import { killCommand, watchWrites } from '#tests/support/killed-command.ts';

const DOCUMENTS = 150;

let folder: string;
let archive: string;
let source: TestDatabase;

const run = ({ dataDir, databaseUrl }: TestDatabase, args: string[], kill?: AbortSignal): Promise<Ran> =>
  arbor(args, { dataDir, env: databaseUrl ? { DATABASE_URL: databaseUrl } : {}, ...(kill ? { kill } : {}) });

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
  await killCommand((kill) => run(source, ['db', 'backup', file], kill), hasBegun);
  expect(existsSync(file)).toBe(false);
  expect((await run(source, ['db', 'backup', archive])).code).toBe(0);
  expect((await run(source, ['db', 'verify', archive])).code).toBe(0);
});

test.each(DIALECTS)(
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
