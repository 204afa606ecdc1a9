import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen, requireLocalHost } from '#app/http/server/listen.ts';

const servers: Server[] = [];
function newServer(): Server {
  const server = createServer();
  servers.push(server);
  return server;
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test('an occupied port is refused with the variable to change', async () => {
  const first = newServer();
  await listen(first, { host: '127.0.0.1', port: 0 });
  const { port } = first.address() as AddressInfo;
  await expect(listen(newServer(), { host: '127.0.0.1', port })).rejects.toMatchObject({
    name: 'ConfigError',
    message: `PORT: got "${port}", takes a port that is free`,
  });
});

test('an address of another machine is refused before anything is opened, whatever port is free', async () => {
  await expect(requireLocalHost('192.0.2.1')).rejects.toMatchObject({ message: expect.stringMatching(/^HOST: got /) });
  await expect(requireLocalHost('127.0.0.1')).resolves.toBeUndefined();
});

test('an address of another machine is refused with the variable to change', async () => {
  await expect(listen(newServer(), { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
    name: 'ConfigError',
    message: 'HOST: got "192.0.2.1", takes an address of this machine',
  });
});
