import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How a proxy treats WebSockets: passes them on, answers with a status, or never answers. */
type Upgrades = 'pass' | 'hang' | 400 | 403;

/** An HTTP proxy in front of a server that can lose its connection or refuse WebSockets. */
export type Network = {
  url: string;
  /** Number of WebSockets refused or left without an answer. */
  refused: () => number;
  /** Ends all connections and refuses new ones. */
  cut: () => void;
  restore: () => void;
  treatUpgrades: (upgrades: Upgrades) => void;
  /** Forwards nothing more over the open WebSockets, and leaves both ends open. */
  silence: () => void;
  stop: () => Promise<void>;
};

export async function startNetwork(to: string): Promise<Network> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket | Duplex>();
  const tunnels = new Set<[Duplex, Duplex]>();
  let isCut = false;
  let upgrades: Upgrades = 'pass';
  let refused = 0;
  const forward = ({ method, url, headers }: IncomingMessage) =>
    request({ hostname, port, method, path: url, headers, agent: false });
  const server = createServer((asked, answer) => {
    const forwarded = forward(asked);
    forwarded.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => forwarded.destroy());
    asked.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    if (isCut) return socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (asked, socket) => {
    socket.on('error', () => socket.destroy());
    if (upgrades !== 'pass') {
      refused += 1;
      if (upgrades !== 'hang')
        socket.end(`HTTP/1.1 ${upgrades} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    const forwarded = forward(asked);
    forwarded.on('upgrade', ({ rawHeaders }, there, head) => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(head);
      there.on('error', () => there.destroy());
      there.on('close', () => socket.destroy());
      socket.on('close', () => there.destroy());
      there.pipe(socket).pipe(there);
      tunnels.add([there, socket]);
    });
    forwarded.on('response', () => socket.destroy());
    forwarded.on('error', () => socket.destroy());
    forwarded.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    cut: () => {
      isCut = true;
      drop();
    },
    restore: () => {
      isCut = false;
    },
    treatUpgrades: (next) => {
      upgrades = next;
    },
    silence: () => {
      for (const [there, here] of tunnels) {
        there.unpipe(here).resume();
        here.unpipe(there).resume();
      }
      tunnels.clear();
    },
    stop: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
