import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { residentMegabytes } from '#tests/bench/process.ts';
import { until } from '#tests/support/until.ts';

/** A server that a crowd joins. Seats from `mute` on are in many documents, those before in one. */
export type Venue = {
  name: string;
  url: string;
  pid: number;
  /** Address and headers of the nth connection. */
  seat: (nth: number) => { path: string; headers: Record<string, string> };
  /** Writes 16 MB into the document of those who never read. */
  write: () => Promise<void>;
  /** Ends connections from outside. Each names what it does. */
  endings: { name: string; end: () => Promise<void>; closes: (nth: number) => boolean }[];
};
/** Runs `work` and returns the longest waits meanwhile, to print. */
type Waits = (url: string, work: () => Promise<unknown>) => Promise<string>;

const AT_ONCE = 50;
const IDLE_MS = 10_000;

/** Lets a crowd join a server, idle, receive 16 MB of which `mute` connections read nothing, and be closed. */
export async function visit(venue: Venue, size: { connections: number; mute: number }, waits: Waits): Promise<void> {
  const sockets: WebSocket[] = [];
  const tell = (line: string) =>
    process.stdout.write(`${venue.name}: ${line}, ${residentMegabytes(venue.pid).toFixed(0)} MB\n`);
  try {
    const opening = await waits(venue.url, async () => {
      for (let nth = 0; nth < size.connections; nth += AT_ONCE) {
        const count = Math.min(AT_ONCE, size.connections - nth);
        sockets.push(...(await Promise.all(Array.from({ length: count }, (_, more) => join(venue, nth + more)))));
      }
    });
    tell(`${size.connections} joining: ${opening}`);
    tell(`idle: ${await waits(venue.url, () => wait(IDLE_MS))}`);
    for (const socket of sockets.slice(0, size.mute)) socket.pause();
    tell(`16 MB to ${size.mute} that never read: ${await waits(venue.url, venue.write)}`);
    for (const { name, end, closes } of venue.endings) {
      const ended = sockets.filter((_, nth) => nth >= size.mute && closes(nth));
      const closing = waits(venue.url, async () => {
        await end();
        await untilClosed(ended);
        // Those who never read do not answer: the server ends them two seconds after it has noticed.
        if (ended.length === 0) await wait(5000);
      });
      tell(`${name}: ${await closing}`);
    }
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}

async function join({ url, seat }: Venue, nth: number): Promise<WebSocket> {
  const { path, headers } = seat(nth);
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  socket.on('error', () => socket.terminate());
  return socket;
}

const untilClosed = (sockets: WebSocket[]) =>
  until(() => {
    const open = sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length;
    if (open > 0) throw new Error(`${open} of ${sockets.length} are open`);
  });
