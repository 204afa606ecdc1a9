import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { LocalStorage } from '#app/adapters/storage-local.ts';
import { writeZip } from '#app/adapters/zip-writer.ts';

async function newStorage() {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const root = join(folder, 'uploads');
  return { storage: new LocalStorage(folder), root, files: () => readdir(join(root, 'a')) };
}

test('bytes that fail before the file is open fail the write alone and leave nothing', async () => {
  const { storage, files } = await newStorage();
  const bytes = new Readable({ read: () => {} });
  const writing = storage.write('a/b', bytes);
  bytes.destroy(new Error('gone'));
  await expect(writing).rejects.toThrow('gone');
  expect(await files()).toEqual([]);
});

test('a zip whose first text cannot be read fails the write alone', async () => {
  const { storage, files } = await newStorage();
  const zip = writeZip([{ path: 'a.md', updatedAt: new Date(), read: () => Promise.reject(new Error('closed')) }]);
  await expect(storage.write('a/b', Readable.fromWeb(zip as never))).rejects.toThrow('closed');
  expect(await files()).toEqual([]);
});

test('a copy that fails leaves nothing, and a finished one has all bytes', async () => {
  const { storage, files } = await newStorage();
  await storage.write('a/b', Readable.from([Buffer.from('bytes')]));
  await expect(storage.copy('a/none', 'a/c')).rejects.toThrow();
  expect(await files()).toEqual(['b']);
  await storage.copy('a/b', 'a/c');
  expect(await files()).toEqual(['b', 'c']);
  expect(await storage.sizeOf('a/c')).toBe(5);
});

test('bytes can be put in their place more than once, and stay where they were', async () => {
  const { storage, files } = await newStorage();
  const stamp = await storage.write('a/b', Readable.from([Buffer.from('bytes')]));
  await storage.place('a/b', 'a/c', stamp);
  await storage.place('a/b', 'a/c', stamp);
  await storage.write('a/b', Readable.from([Buffer.from('others')]));
  await expect(storage.place('a/b', 'a/d', stamp)).rejects.toThrow('written again');
  expect(await files()).toEqual(['b', 'c']);
  expect([await storage.sizeOf('a/b'), await storage.sizeOf('a/c')]).toEqual([6, 5]);
});

test('a durable write makes folders and bytes', async () => {
  const { storage, files } = await newStorage();
  expect(await storage.write('a/b/c', Readable.from([Buffer.from('bytes')]), { isDurable: true })).toMatch(/-5$/);
  expect([await files(), await storage.sizeOf('a/b/c')]).toEqual([['b'], 5]);
});

test('a list omits a file that is renamed while it is read, and a file that is missing fails the call of `read`', async () => {
  const { storage } = await newStorage();
  for (const name of ['a', 'b', 'c']) await storage.write(`a/${name}`, Readable.from([Buffer.from(name)]));
  const keys: string[] = [];
  for await (const { key, size } of storage.list('a')) {
    keys.push(`${key} ${size}`);
    await storage.remove('a/b');
    await storage.remove('a/c');
  }
  expect(keys).toHaveLength(1);
  await expect(storage.read('a/b')).rejects.toMatchObject({ code: 'ENOENT' });
});

test.skipIf(process.geteuid?.() !== 0)('what root writes belongs to the owner of the folder of data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chown(folder, 65_534, 65_534);
  const storage = new LocalStorage(folder);
  const stamp = await storage.write('a/b/c', Readable.from([Buffer.from('bytes')]));
  await storage.copy('a/b/c', 'd/e');
  await storage.place('a/b/c', 'f/g', stamp);
  for (const path of ['', 'a', 'a/b', 'a/b/c', 'd', 'd/e', 'f', 'f/g'])
    expect([path, (await stat(join(folder, 'uploads', path))).uid]).toEqual([path, 65_534]);
});

test('a folder of files that is gone is not made again: writing fails until it is back', async () => {
  const { storage, files, root: folder } = await newStorage();
  const stamp = await storage.write('a/b', Readable.from([Buffer.from('bytes')]));
  await rename(folder, `${folder}-away`);
  const gone = { code: 'ENODEV', path: folder };
  await expect(storage.write('a/c', Readable.from([Buffer.from('bytes')]))).rejects.toMatchObject(gone);
  await expect(storage.copy('a/b', 'a/c')).rejects.toMatchObject(gone);
  await expect(storage.place('a/b', 'a/c', stamp)).rejects.toMatchObject(gone);
  expect(existsSync(folder)).toBe(false);
  await rename(`${folder}-away`, folder);
  await storage.write('a/c', Readable.from([Buffer.from('bytes')]));
  expect(await files()).toEqual(['b', 'c']);
});
