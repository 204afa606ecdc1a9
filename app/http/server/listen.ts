import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { ConfigError } from '#app/config.server.ts';

type Address = { host: string; port: number };

/** Listens on an address. Throws a ConfigError with the variable to change if the system refuses the address. */
export async function listen(server: Server, address: Address): Promise<void> {
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(refusal(error, address)));
    server.listen(address.port, address.host, listening);
  });
}

/** Throws a ConfigError for a host that is not of this machine. Call before anything is opened; takes no port. */
export async function requireLocalHost(host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(refusal(error, { host, port: 0 })));
    server.listen({ host, port: 0, exclusive: true }, listening);
  });
  await new Promise((closed) => server.close(closed));
}

function refusal(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(`PORT: got "${port}", takes a port that is free`);
  if (error.code === 'EACCES') return new ConfigError(`PORT: got "${port}", takes a port that this account may use`);
  const isHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? '');
  return isHost ? new ConfigError(`HOST: got "${host}", takes an address of this machine`) : error;
}
