import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { postFiles } from '#tests/support/form-upload.ts';
import { anotherDevice, makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { confirm, download, PNG, put, requestUpload, upload } from '#tests/support/upload.ts';

const stored = ({ dataDir }: RunningServer) => {
  const folder = join(dataDir, 'uploads');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== 'mark').map(({ name }) => name);
};
const text = { fileName: 'bed.txt', ext: 'txt' };
/** Bytes written at a time. */
const PIECE = 1024 * 1024;
const WITHIN = { timeout: 60_000, interval: 5 };

/** Sends a whole upload before it reads, as browsers do, and returns the response. */
async function sendFirst(url: string, body: Buffer, headers: string[]): Promise<{ answer: string; errors: Error[] }> {
  const { hostname, port, pathname, search } = new URL(url);
  const errors: Error[] = [];
  const socket = connect(Number(port), hostname).on('error', (error) => errors.push(error));
  socket.pause();
  const head = [`PUT ${pathname}${search} HTTP/1.1`, `Host: ${hostname}`, 'Content-Type: text/plain', ...headers];
  const isChunked = headers.some((header) => header.endsWith('chunked'));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let sent = 0; sent < body.length; sent += PIECE) {
    const piece = body.subarray(sent, sent + PIECE);
    if (isChunked) socket.write(`${piece.length.toString(16)}\r\n`);
    await new Promise((written) => socket.write(piece, written));
    if (isChunked) socket.write('\r\n');
  }
  if (isChunked) socket.write('0\r\n\r\n');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.resume();
  await vi.waitFor(() => expect(answer).toContain('}'), { timeout: 20_000 });
  socket.destroy();
  return { answer, errors };
}

describe('a disk that is full', () => {
  let server: RunningServer;
  let owner: Person;
  beforeAll(async () => {
    server = await startServer({}, { fileBlocksMax: 16 * 1024 });
    owner = await newPerson(server);
  });
  afterAll(() => server.remove());
  // More than the disk accepts, less than the limit of an upload.
  const large = Buffer.alloc(20 * 1024 * 1024, 97);

  test('L5, G3: an upload it does not take is 5002, nothing of it stays, and everything else goes on', async () => {
    const ticket = await requestUpload(owner, { ...text, size: large.length });
    const { status, text: answer } = await put(ticket, large);
    expect([status >= 500, JSON.parse(answer).statusCode]).toEqual([true, 5002]);
    expect(stored(server)).toEqual([]);
    expect((await confirm(owner, ticket)).body.statusCode).toBe(5001);
    expect(server.output()).toContain('EFBIG');
    const { file } = await upload(owner, PNG);
    expect((await download(server, owner, file.downloadUrl)).bytes.equals(PNG)).toBe(true);
    expect((await makeDocument(owner)).id).toBeDefined();
  });

  test.each([
    ['declared', 'Connection: keep-alive'],
    ['declared', 'Connection: close'],
    ['chunked', 'Connection: keep-alive'],
  ])('a client that sends its whole %s upload first reads the response (%s)', async (length, connection) => {
    const before = stored(server);
    const ticket = await requestUpload(owner, { ...text, ...(length === 'declared' && { size: large.length }) });
    const { answer, errors } = await sendFirst(ticket.credentials.url, large, [
      connection,
      length === 'declared' ? `Content-Length: ${large.length}` : 'Transfer-Encoding: chunked',
    ]);
    expect(JSON.parse(/\{.*\}/s.exec(answer)![0]).statusCode).toBe(5002);
    expect(errors).toEqual([]);
    expect(stored(server)).toEqual(before);
    expect(server.output()).not.toContain('uncaught');
  });

  test('G3: a form’s file it does not take is said on the page, and leaves nothing behind', async () => {
    const before = stored(server);
    const { id } = await makeDocument(owner);
    const parts = [{ name: 'bed.txt', bytes: large }];
    const answer = await postFiles(owner, `/doc/${id}/files`, { intent: 'upload', field: 'file', parts });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.text).toContain('The upload failed');
    expect(answer.text).toContain('type="file"');
    expect(stored(server)).toEqual(before);
  });
});

describe('a storage that does not take the bytes to their place', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.remove());

  test('the confirmation is 5004; the upload stays and can be confirmed later', async () => {
    const owner = await newPerson(server);
    const bytes = 'north';
    const ticket = await requestUpload(owner, { ...text, size: bytes.length });
    await put(ticket, bytes);
    // A non-empty folder in place of the file.
    const place = join(
      server.dataDir,
      'uploads/blobs',
      owner.id,
      createHash('sha256').update(bytes).digest('base64url'),
    );
    mkdirSync(join(place, 'in-the-way'), { recursive: true });
    const refused = await confirm(owner, ticket);
    expect([refused.status, refused.body.statusCode]).toEqual([500, 5004]);
    await rm(place, { recursive: true });
    expect((await confirm(owner, ticket)).status).toBe(200);
  });
});

describe('a bucket that is away', () => {
  let s3: S3Server;
  let server: RunningServer;
  let owner: Person;
  beforeAll(async () => {
    s3 = await startS3();
    server = await startServer(s3.environment);
    owner = await newPerson(server);
    await s3.stop();
  });
  afterAll(() => server.remove());

  test('L6: a file that is added is 5002 by its name, with the form to try again', async () => {
    const { id } = await makeDocument(owner);
    const parts = [{ name: 'leaf.png', bytes: PNG }];
    const answer = await postFiles(owner, `/doc/${id}/files`, { intent: 'upload', field: 'file', parts });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.text).toContain('leaf.png could not be stored');
    expect(answer.text).toContain('type="file"');
  });

  test('L6: a picture for the profile is 5002, and what the profile is stays', async () => {
    await owner.page.post('/settings', { intent: 'profile', displayName: 'Ada' });
    const drawn = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const form = {
      intent: 'profile-image',
      field: 'image',
      parts: [{ name: 'leaf.png', bytes: new Uint8Array(drawn) }],
    };
    const answer = await postFiles(owner, '/settings', form);
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.text).toContain('The upload failed');
    expect(fieldValue(answer.text, 'displayName')).toBe('Ada');
    expect((await owner.api.get('/api/auth/me')).body.data.imageUrl).toBeNull();
  });
});

describe('kill -9', () => {
  test('G5: in the middle of an upload leaves no half file to be seen', async () => {
    const server = await startServer();
    const owner = await newPerson(server);
    const ticket = await requestUpload(owner, { ...text, size: 1000 });
    const { hostname, port, pathname, search } = new URL(ticket.credentials.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nhalf`,
    );
    await vi.waitFor(() => expect(stored(server)).toHaveLength(1));
    await server.stop('SIGKILL');
    const again = await startServer({ DATA_DIR: server.dataDir });
    const person = await anotherDevice(again, owner);
    expect((await confirm(person, ticket)).body.statusCode).toBe(5001);
    expect((await download(again, person, ticket.downloadUrl)).status).toBe(404);
    await again.stop();
    await rm(server.dataDir, { recursive: true });
  });

  test('G5: while files are being confirmed leaves no file without its bytes', async () => {
    const server = await startServer();
    const owner = await newPerson(server);
    const { id: docId } = await makeDocument(owner);
    const bodyOf = (n: number) => `Bed ${n}: ${'compost '.repeat(2000)}`;
    const confirmed: string[] = [];
    const send = async (n: number) => {
      const ticket = await requestUpload(owner, { ...text, docId });
      await put(ticket, bodyOf(n));
      const { body } = await confirm(owner, ticket);
      confirmed[n] = body.data.file.downloadUrl;
    };
    const sent = Promise.allSettled(Array.from({ length: 60 }, (_, n) => send(n)));
    await vi.waitFor(() => expect(confirmed.filter(Boolean).length).toBeGreaterThanOrEqual(10), WITHIN);
    await server.stop('SIGKILL');
    await sent;
    const again = await startServer({ DATA_DIR: server.dataDir });
    const person = await anotherDevice(again, owner);
    for (const [n, url] of confirmed.entries()) {
      if (url) expect((await download(again, person, url)).bytes.toString()).toBe(bodyOf(n));
    }
    const listed = [...(await person.page.get(`/doc/${docId}/files`)).text.matchAll(/href="(\/api\/files\/c\w+)"/g)];
    expect(listed.length).toBeGreaterThanOrEqual(10);
    for (const [, url] of listed) expect((await download(again, person, url!)).status).toBe(200);
    const { stdout } = await arbor(['db', 'check'], { dataDir: server.dataDir });
    expect(stdout).not.toMatch(/noBytes|size/);
    await again.stop();
    await rm(server.dataDir, { recursive: true });
  });
});

describe('a folder that is moved or unmounted', () => {
  test.each(['uploads', '.'])('takes no upload, is not made again, and works once it is back (%s)', async (moved) => {
    const server = await startServer();
    const owner = await newPerson(server);
    await upload(owner, Buffer.from('before'), text);
    const ticket = await requestUpload(owner, { ...text, size: 5 });
    const folder = join(server.dataDir, moved);
    await rename(folder, `${server.dataDir}-away`);
    const { status } = await put(ticket, Buffer.from('after'));
    expect([status >= 500, existsSync(folder)]).toEqual([true, false]);
    await makeDocument(owner).catch(() => undefined);
    expect(existsSync(folder)).toBe(false);
    await rename(`${server.dataDir}-away`, folder);
    await vi.waitFor(async () => expect((await upload(owner, Buffer.from('after'), text)).file).toBeDefined(), WITHIN);
    await server.remove();
  });
});
