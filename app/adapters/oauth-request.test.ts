import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchJson } from '#app/adapters/oauth-request.ts';

test('an answer that is not JSON is an error that does not quote it', async () => {
  const server = createServer((_request, response) => response.end('ada@example.com is no JSON')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const error = await fetchJson(`http://${host}/user`).catch((thrown) => thrown);
  expect(error).toEqual(new Error(`${host} answered without JSON`));
});
