import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { S3Storage } from '#app/adapters/storage-s3.ts';

const LIMITS = { response: 300, stillUpload: 300, stillDownload: 300 };

/** Starts a service that answers each connection with `answer` and then stays silent. */
async function silentService(answer = '') {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { bucket: 'files', region: 'us-east-1', endpoint, accessKeyId: 'id', secretAccessKey: 'secret' };
  return new S3Storage(settings, LIMITS);
}

const bytes = () => Readable.from([Buffer.from('bytes')]);

test('a service that does not answer fails each request within the limit', async () => {
  const storage = await silentService();
  const refused = { name: 'TimeoutError' };
  await expect(storage.sizeOf('a')).rejects.toMatchObject(refused);
  await expect(storage.remove('a')).rejects.toThrow();
  await expect(storage.write('a', bytes(), { type: 'text/plain' })).rejects.toMatchObject(refused);
});

test('a deletion ends when its signal aborts it', async () => {
  const storage = await silentService();
  await expect(storage.remove('a', AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'AbortError' });
});

test('a service that falls silent within a file fails the download', async () => {
  const storage = await silentService('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nstart');
  await expect(buffer(await storage.read('a'))).rejects.toThrow();
});
