import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase } from '#tests/support/database.ts';

const PAGE = 4096;

/** Overwrites pages of the database. */
async function damage(file: string, from: number, pages: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(pages * PAGE, 0x5a), 0, pages * PAGE, from * PAGE);
  await handle.close();
}

test.each([
  ['its header', 0, 2],
  ['pages in the middle', 1, 80],
])(
  'a database that is damaged in %s is named by doctor and commands, and restored beside it',
  async (_name, from, pages) => {
    const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
    const folder = await mkdtemp(join(tmpdir(), 'arbor-damaged-'));
    onTestFinished(async () => {
      await remove();
      await rm(folder, { recursive: true });
    });
    const run = (...args: string[]) => arbor(args, { dataDir });
    expect((await run('user', 'create', 'ada@example.com', '--link')).code).toBe(0);
    const archive = join(folder, 'all.zip');
    expect((await run('db', 'backup', archive)).code).toBe(0);
    const file = join(dataDir, 'arbor.sqlite');
    await damage(file, from, pages);

    const examined = await run('doctor');
    expect([examined.code, examined.stdout]).toEqual([1, expect.stringContaining(`${file} is damaged (SQLITE_`)]);
    const listed = await run('user', 'list');
    expect([listed.code, listed.stderr]).toEqual([
      1,
      expect.stringMatching(/is damaged \(SQLITE_\w+: .*arbor db restore/),
    ]);
    expect(listed.stderr.trim().split('\n')).toHaveLength(1);
    expect((await run('db', 'verify', archive)).code).toBe(0);
    expect((await run('db', 'restore', archive)).code).toBe(4);
    expect(existsSync(file)).toBe(true);
    const restored = await run('db', 'restore', archive, '--yes');
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('The damaged database is ')]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('arbor.sqlite.damaged-'))).not.toEqual([]);
    expect((await run('user', 'list')).stdout).toContain('ada@example.com');
    expect((await run('db', 'check')).code).toBe(0);
  },
);

test('doctor reads every page: damage that no request has met yet is named', async () => {
  const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
  onTestFinished(remove);
  const file = join(dataDir, 'arbor.sqlite');
  await damage(file, 150, 20);
  const examined = await arbor(['doctor'], { dataDir });
  expect([examined.code, examined.stdout]).toEqual([1, expect.stringContaining(`${file} is damaged (`)]);
});
