import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { makeDocument, signUpOver } from '#tests/support/people.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startServer } from '#tests/support/server.ts';
import { PNG, upload } from '#tests/support/upload.ts';

const OTHERS = 0o077;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-private-'));
  // Simulates an open data folder, which other users of the machine may enter.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the permissions of other users below a folder, by path. */
async function openToOthers(root: string): Promise<string[]> {
  const below = await readdir(root, { recursive: true });
  const open: string[] = [];
  for (const name of ['.', ...below]) {
    const { mode } = await stat(join(root, name));
    if ((mode & OTHERS) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  return open;
}

test('S8: nothing that a server writes is open to other users of the machine', async () => {
  const dataDir = join(folder, 'served');
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'secret'), SECRET, { mode: 0o644 });
  const server = await startServer({ DATA_DIR: dataDir });
  const olga = await signUpOver(server);
  await upload(olga, PNG, { docId: (await makeDocument(olga)).id });
  const names = await readdir(dataDir);
  expect(names).toEqual(expect.arrayContaining(['arbor.sqlite', 'outbox', 'secret', 'uploads']));
  expect(await openToOthers(dataDir)).toEqual([]);
  await server.stop();
});

test('S8: the same for the command line: the folder it makes, a backup and an export', async () => {
  const dataDir = join(folder, 'by-hand');
  const run = (args: string[]) => arbor(args, { dataDir });
  expect((await run(['user', 'create', 'ada@example.com', '--link'])).code).toBe(0);
  const source = join(folder, 'notes');
  await mkdir(source);
  await writeFile(join(source, 'a.md'), '# A');
  expect((await run(['import', source, '--owner', 'ada@example.com'])).code).toBe(0);
  const target = join(folder, 'exported');
  expect((await run(['export', target, '--owner', 'ada@example.com'])).code).toBe(0);
  expect((await readdir(target, { recursive: true })).some((name) => name.endsWith('.md'))).toBe(true);
  const backup = join(folder, 'all.zip');
  expect((await run(['db', 'backup', backup])).code).toBe(0);
  expect([...(await openToOthers(dataDir)), ...(await openToOthers(target))]).toEqual([]);
  expect((await stat(backup)).mode & OTHERS).toBe(0);
});

test('S8: doctor tells of a data folder that others can read', async () => {
  const dataDir = join(folder, 'opened');
  const examine = async () => {
    const { stdout } = await arbor(['doctor', '--format', 'json'], { dataDir });
    return (JSON.parse(stdout) as { what: string; state: string; [field: string]: string }[]).filter(
      (row) => Object.values(row).includes('data') || JSON.stringify(row).includes('chmod 700'),
    );
  };
  expect((await arbor(['user', 'create', 'ada@example.com', '--link'], { dataDir })).code).toBe(0);
  expect(JSON.stringify(await examine())).not.toContain('chmod 700');
  await chmod(dataDir, 0o755);
  expect(JSON.stringify(await examine())).toContain(`chmod 700 ${dataDir}`);
});
