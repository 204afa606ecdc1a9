import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor, IN_A_MONTH, type Ran } from '#tests/support/arbor.ts';
import { createDatabase, inShortOn, type TestDatabase } from '#tests/support/database.ts';
import { killCommand, watchWrites } from '#tests/support/killed-command.ts';

const DOCUMENTS = 300;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-killed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (
  { dataDir, databaseUrl }: TestDatabase,
  args: string[],
  { env = {}, kill }: { env?: Record<string, string>; kill?: AbortSignal } = {},
): Promise<Ran> =>
  arbor(args, {
    dataDir,
    env: { ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env },
    ...(kill ? { kill } : {}),
  });

test.each(inShortOn('sqlite'))(
  'L3: a migration that is killed has made all tables or none, and the next one makes all (%s)',
  async (dialect) => {
    const target = await createDatabase(dialect);
    const { isWriting, end } = await watchWrites(target, 'CREATE');
    // SQLite writes so few pages at the commit only.
    const hasBegun = dialect === 'sqlite' ? () => existsSync(join(target.dataDir, 'arbor.sqlite')) : isWriting;
    await killCommand((kill) => run(target, ['db', 'migrate'], { kill }), hasBegun);
    const states = async () => {
      const { code, stdout } = await run(target, ['db', 'status', '--json']);
      // Without a table there is no installation.
      if (code === 1) return new Set(['none']);
      return new Set((JSON.parse(stdout) as { state: string }[]).map(({ state }) => state));
    };
    expect((await states()).size).toBe(1);
    expect((await run(target, ['db', 'migrate'])).code).toBe(0);
    expect(await states()).toEqual(new Set(['executed']));
    expect((await run(target, ['db', 'check'])).code).toBe(0);
    await end();
    await target.remove();
  },
);

test.each(inShortOn('postgres'))(
  'L3: a purge that is killed is finished by the next one (%s)',
  async (dialect) => {
    const target = await createDatabase(dialect, { migrated: true });
    // The first account administers, and the last administrator cannot be deleted.
    for (const name of ['stays', 'gone']) await run(target, ['user', 'create', `${name}@example.com`, '--link']);
    const notes = await mkdtemp(join(folder, 'notes-'));
    await mkdir(notes, { recursive: true });
    for (let n = 0; n < DOCUMENTS; n += 1)
      await writeFile(join(notes, `bed-${n}.md`), `# Bed ${n}\n\n${`compost${n} `.repeat(300)}`);
    for (const name of ['gone', 'stays'])
      expect((await run(target, ['import', notes, '--owner', `${name}@example.com`])).code).toBe(0);
    expect((await run(target, ['user', 'delete', 'gone@example.com', '--yes'])).code).toBe(0);
    const { isWriting, end } = await watchWrites(target, 'DELETE FROM documents');
    const purge = ['user', 'purge', '--yes'];
    await killCommand((kill) => run(target, purge, { env: IN_A_MONTH, kill }), isWriting);
    const people = async () => (await run(target, ['user', 'list', '--json'])).stdout;
    expect(await people()).toContain('gone@example.com');
    expect((await run(target, purge, { env: IN_A_MONTH })).code).toBe(0);
    expect(JSON.parse(await people())).toMatchObject([{ email: 'stays@example.com' }]);
    const shown = await run(target, ['user', 'show', 'stays@example.com', '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject([{ documents: DOCUMENTS + 1 }]);
    expect(await run(target, ['db', 'check'])).toMatchObject({ code: 0 });
    await end();
    await target.remove();
  },
  240_000,
);
