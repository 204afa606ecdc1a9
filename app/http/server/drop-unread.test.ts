import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { bodyDeadline } from '#app/http/server/body-deadline.ts';
import { dropUnread } from '#app/http/server/drop-unread.ts';

const LENGTH = 24 * 1024 * 1024;

/** Opens a connection to a server that refuses every body unread, and sends the headers of a POST. */
async function refused(headers: string[], bodyMs?: number): Promise<{ socket: Socket; answer: () => string }> {
  const app = express();
  app.use(bodyDeadline(bodyMs), dropUnread, (_request, response) => {
    response.status(413).send('too large');
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'connect');
  socket.write(['POST / HTTP/1.1', 'Host: localhost', ...headers, '', ''].join('\r\n'));
  return { socket, answer: () => text };
}

test.each([['Connection: close'], ['Connection: keep-alive']])(
  'A client that sends its whole body first reads the response (%s)',
  async (connection) => {
    const { socket, answer } = await refused([connection, `Content-Length: ${LENGTH}`]);
    socket.pause();
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    // The response is written long before the body ends.
    await new Promise((waited) => setTimeout(waited, 100));
    for (let sent = 0; sent < LENGTH && !socket.destroyed; sent += 1024 * 1024) {
      await new Promise((written) => socket.write(Buffer.alloc(1024 * 1024), written));
    }
    socket.resume();
    await expect.poll(answer).toMatch(/^HTTP\/1.1 413 .*too large/s);
    expect(errors).toEqual([]);
    if (connection.endsWith('close')) await expect.poll(() => socket.destroyed).toBe(true);
  },
);

test('A refused body that does not end is closed at the deadline', async () => {
  const { socket, answer } = await refused(['Connection: close', `Content-Length: ${LENGTH}`], 300);
  socket.write('some');
  socket.on('error', () => {});
  await once(socket, 'close');
  expect(answer()).toMatch(/^HTTP\/1.1 413 /);
});
