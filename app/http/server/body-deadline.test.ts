import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { expect, test } from 'vitest';
import { bodyDeadline } from '#app/http/server/body-deadline.ts';

/** Opens a connection and sends the first bytes of a longer body. */
async function sendHalf(head: string) {
  const app = express();
  app.use(bodyDeadline(20), (request, response) => {
    request
      .on('end', () => response.end('whole'))
      .on('error', () => undefined)
      .resume();
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${head}\r\nHost: localhost\r\nContent-Length: 3200000\r\n\r\nhalf`);
  return { socket, end: () => server.close() };
}

test('G3: a body that does not end is answered with 408 and its connection closed', async () => {
  const { socket, end } = await sendHalf('POST /api/documents HTTP/1.1');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  end();
});

test('an upload has the time a slow line needs for it', async () => {
  const { socket, end } = await sendHalf('PUT /api/files/upload/c1 HTTP/1.1');
  const other = await sendHalf('POST /x HTTP/1.1');
  await text(other.socket);
  socket.end('x'.repeat(3_200_000 - 4));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*whole$/s);
  other.end();
  end();
});
