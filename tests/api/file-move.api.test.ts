import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { postFiles } from '#tests/support/form-upload.ts';
import { anotherDevice, makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { download, upload } from '#tests/support/upload.ts';

const FILES = 40;
const bodyOf = (n: number) => `Bed ${n}: ${'compost '.repeat(20_000)}`;

let s3: S3Server;
let before: RunningServer;
let owner: Person;
let urls: string[];
let pictureUrl: string;
let removed: { docId: string; fileId: string; downloadUrl: string };

beforeAll(async () => {
  s3 = await startS3();
  before = await startServer();
  owner = await newPerson(before);
  urls = [];
  for (let n = 0; n < FILES; n += 1) {
    const { file } = await upload(owner, bodyOf(n), { fileName: `bed-${n}.txt`, ext: 'txt' });
    urls.push(file.downloadUrl);
  }
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#2c6e49' } })
    .png()
    .toBuffer();
  pictureUrl = (await upload(owner, Buffer.from(picture))).file.downloadUrl;
  await download(before, owner, `${pictureUrl}?w=320`);
  const { id: docId } = await makeDocument(owner);
  const { ticket } = await upload(owner, 'undo me', { fileName: 'undo.txt', ext: 'txt', docId });
  removed = { docId, ...ticket };
  await owner.page.post(`/doc/${docId}/files`, { intent: 'file-remove', fileId: removed.fileId });
});
afterAll(async () => {
  await before.stop();
  await s3.stop();
  await rm(before.dataDir, { recursive: true });
});

const move = (storage: 'local' | 's3', kill?: AbortSignal) =>
  arbor(['file', 'move', '--to', 's3', '--format', 'json'], {
    dataDir: before.dataDir,
    env: { ...s3.environment, STORAGE: storage },
    ...(kill ? { kill } : {}),
  });
const blobs = async () => (await s3.keys()).filter((key) => key.startsWith('blobs/'));

test('L6: a move that is killed half-way goes on where it was, and the files are read while it does', async () => {
  const kill = new AbortController();
  const broken = move('local', kill.signal);
  await vi.waitFor(async () => expect((await blobs()).length).toBeGreaterThanOrEqual(5), {
    timeout: 60_000,
    interval: 5,
  });
  kill.abort();
  expect((await broken).code).not.toBe(0);
  const there = (await blobs()).length;
  expect(there).toBeLessThan(FILES);
  expect((await download(before, owner, urls[0]!)).bytes.toString()).toBe(bodyOf(0));
  const again = await move('local');
  expect(again.code).toBe(0);
  const [{ moved, already, lost, removed: cleared }] = JSON.parse(again.stdout);
  expect([moved + already, lost, cleared]).toEqual([FILES + 2, 0, 0]);
  expect(already).toBeGreaterThanOrEqual(there - 1);
});

test('once the server reads the new storage the old one is cleared out, and smaller pictures are made anew', async () => {
  await before.stop();
  const waiting = ['imports/c1/0', 'incoming/c2/begun', 'foreign/1/old'];
  for (const key of waiting) {
    const path = join(before.dataDir, 'uploads', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `bytes of ${key}`);
  }
  expect((await move('s3')).code).toBe(0);
  expect((await s3.keys()).filter((key) => waiting.includes(key)).sort()).toEqual(waiting.slice(0, 2));
  const left = (folder: string) => {
    const path = join(before.dataDir, 'uploads', folder);
    return existsSync(path)
      ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      : [];
  };
  for (const folder of ['blobs', 'thumbs', 'imports', 'foreign']) expect([folder, left(folder)]).toEqual([folder, []]);
  const after = await startServer({ ...s3.environment, DATA_DIR: before.dataDir });
  const person = await anotherDevice(after, owner);
  for (const [n, url] of urls.entries())
    expect((await download(after, person, url)).bytes.toString() === bodyOf(n)).toBe(true);
  const small = await download(after, person, `${pictureUrl}?w=320`);
  expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 320, format: 'webp' });
  await person.page.post(`/doc/${removed.docId}/files`, { intent: 'file-restore', removed: removed.fileId });
  expect((await download(after, person, removed.downloadUrl)).bytes.toString()).toBe('undo me');
  await after.stop();
});

test('G3: a form’s file of any length goes into the bucket in parts, and comes back byte for byte', async () => {
  const own = await startS3();
  const server = await startServer({ ...own.environment, MAX_UPLOAD_MB: '40' });
  const person = await newPerson(server);
  const { id } = await makeDocument(person);
  const large = Buffer.alloc(21 * 1024 * 1024, 'The north bed gets compost. ');
  const parts = [{ name: 'large.txt', bytes: large }];
  const answer = await postFiles(person, `/doc/${id}/files`, { intent: 'upload', field: 'file', parts });
  expect(answer.status).toBe(303);
  const url = /href="(\/api\/files\/c\w+)"/.exec((await person.page.get(`/doc/${id}/files`)).text)![1]!;
  expect((await download(server, person, url)).bytes.equals(large)).toBe(true);
  expect((await own.keys()).filter((key) => key.startsWith('incoming/'))).toEqual([]);
  await server.remove();
  await own.stop();
});
