import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ArchiveReader, writeArchive } from '#app/adapters/backup-archive.ts';

test('an encrypted archive that is open leaves no decrypted copy on the disk, and can be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbor-archive-'));
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  vi.stubEnv('TMPDIR', scratch);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'a.backup');
  const open = async () => Readable.from([Buffer.from('The north bed gets compost.')]);
  const last = { path: 'manifest.json', text: () => '{}' };
  await writeArchive(file, [{ path: 'bed.txt', isCompressible: true, open }], last, {
    passphrase: 'a long passphrase',
  });
  const archive = await ArchiveReader.open(file, 'a long passphrase');
  expect(readdirSync(scratch)).toEqual([]);
  expect(await archive.text('bed.txt')).toBe('The north bed gets compost.');
  archive.close();
  await expect(ArchiveReader.open(file, 'another passphrase')).rejects.toThrow();
  expect(readdirSync(scratch)).toEqual([]);
});

test.each([undefined, 'a long passphrase'])(
  'a folder that cannot be written is an error of the call, not of the process (passphrase: %s)',
  async (passphrase) => {
    const file = join(tmpdir(), `arbor-no-folder-${process.pid}`, 'a.backup');
    const written = writeArchive(file, [], { path: 'manifest.json', text: () => '{}' }, { passphrase });
    await expect(written).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
