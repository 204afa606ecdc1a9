import { mkdir, mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rotateFiles, writeList } from '#app/services/maintenance/backup/kept-files.ts';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const [USED, UNUSED] = ['a'.repeat(64), 'b'.repeat(64)];

/** Makes a folder with an archive that uses one of two files. Returns it with what rotation leaves. */
async function backups() {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'one.backup'), 'archive');
  await writeList(join(folder, 'one.backup'), [USED]);
  const pathOf = (name: string) => join(folder, 'arbor-files', name.slice(0, 2), name);
  for (const name of [USED, UNUSED]) {
    await mkdir(join(folder, 'arbor-files', name.slice(0, 2)));
    await writeFile(pathOf(name), 'bytes');
    await utimes(pathOf(name), LONG_AGO, LONG_AGO);
  }
  const isThere = (name: string) => stat(pathOf(name)).then(Boolean, () => false);
  /** Like an archive that cannot be read. */
  const rotate = () => rotateFiles(folder, async () => true);
  return { folder, rotate, left: async () => [await isThere(USED), await isThere(UNUSED)] };
}

test('a folder or an unfinished archive beside the archives does not end the rotation', async () => {
  const { folder, rotate, left } = await backups();
  await mkdir(join(folder, 'lost+found'));
  await writeFile(join(folder, 'nightly.zip.0f0e.part'), 'begun');
  await rotate();
  expect(await left()).toEqual([true, false]);
});

test.each(['file', 'link'])('a %s that may be an archive without a list keeps all files', async (kind) => {
  const { folder, rotate, left } = await backups();
  if (kind === 'file') await writeFile(join(folder, 'by-hand.zip'), 'archive');
  else await symlink('/nowhere', join(folder, 'by-hand.zip'));
  await rotate();
  expect(await left()).toEqual([true, true]);
});
