import type { Server } from 'node:http';
import { ConfigError } from '#app/config.server.ts';

type Address = { host: string; port: number };

/** Listens on an address. Throws a ConfigError with the variable to change if the system refuses the address. */
export async function listen(server: Server, address: Address): Promise<void> {
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(refusal(error, address)));
    server.listen(address.port, address.host, listening);
  });
}

function refusal(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(`PORT: got "${port}", takes a port that is free`);
  if (error.code === 'EACCES') return new ConfigError(`PORT: got "${port}", takes a port that this account may use`);
  const isHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? '');
  return isHost ? new ConfigError(`HOST: got "${host}", takes an address of this machine`) : error;
}
