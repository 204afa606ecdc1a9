import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { type Served, serve } from '#tests/bench/process.ts';
import { type Venue, visit } from '#tests/converge/crowd.ts';
import { longestWaitDuring } from '#tests/stall/longest-wait.ts';
import { cookieHeader, LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { SECRET } from '#tests/support/secret.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

// `npm run crowd -- --connections 10000 --mute 1000`: lets a crowd of live connections, 200 a person, join Arbor and a bare
// `ws` server, and prints how long another client's request waited at most in each step. "Machine" is the longest wait at an
// idle HTTP server at the same time: what the machine itself adds.
const { values } = parseArgs({
  options: { connections: { type: 'string', default: '10000' }, mute: { type: 'string', default: '1000' } },
});
const OF_PERSON = 200;
const PART = 'x'.repeat(400_000);
const PARTS = 40;
const size = { connections: Number(values.connections), mute: Number(values.mute) };

const IDLE = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((_request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
const idle = new Worker(IDLE, { eval: true });
const [idlePort] = (await once(idle, 'message')) as [number];

async function waits(url: string, work: () => Promise<unknown>): Promise<string> {
  let longest = 0;
  const machine = await longestWaitDuring(`http://127.0.0.1:${idlePort}`, async () => {
    longest = await longestWaitDuring(url, work);
  });
  return `longest wait ${longest.toFixed(0)} ms (machine ${machine.toFixed(0)} ms)`;
}

/** Those who never read are in one document, the others in children of another, one for each person. */
async function arbor(server: RunningServer): Promise<Venue> {
  const writer = await newPerson(server, 'writer');
  const busy = await makeDocument(writer, { content: 'Roses.' });
  const root = await makeDocument(writer, { content: 'Tulips.' });
  const seats: { person: Person; id: string; entry: number }[] = [];
  for (let nth = 0; nth < size.connections; nth += OF_PERSON) {
    const person = await newPerson(server, 'member');
    const isMute = nth < size.mute;
    const { id } = isMute ? busy : await makeDocument(writer, { parentId: root.id, content: 'Tulips.' });
    seats.push({ person, id, entry: await share(writer, isMute ? id : root.id, person.email, 'EDIT') });
  }
  const seatOf = (nth: number) => seats[Math.floor(nth / OF_PERSON)]!;
  const isMute = (nth: number) => nth < size.mute;
  const archive = async (id: string) => void (await writer.api.post(`/api/documents/${id}/archive`));
  const isLeft = (nth: number) => !isMute(nth) && Math.floor(nth / OF_PERSON) % 2 === 0;
  const withdraw = async () => {
    const others = seats.filter((_, nth) => !isMute(nth * OF_PERSON) && !isLeft(nth * OF_PERSON));
    await Promise.all(
      others.map(({ entry }) => writer.api.delete(`/api/documents/${root.id}/shares`, { shareId: entry })),
    );
  };
  return {
    name: 'Arbor',
    url: server.url,
    pid: server.pid,
    seat: (nth) => ({
      path: `/api/documents/${seatOf(nth).id}/live`,
      headers: { Cookie: cookieHeader(seatOf(nth).person) },
    }),
    write: () => writeAsEditor(server, writer, busy.id),
    endings: [
      { name: 'document of those who never read archived', end: () => archive(busy.id), closes: isMute },
      {
        name: 'share of the branch withdrawn from half',
        end: withdraw,
        closes: (nth) => !isMute(nth) && !isLeft(nth),
      },
      { name: 'branch of the other half archived', end: () => archive(root.id), closes: isLeft },
    ],
  };
}

async function writeAsEditor({ url }: RunningServer, writer: Person, id: string): Promise<void> {
  const client = await new LiveClient(writer, id, { url }).joined();
  for (let count = 0; count < PARTS; count += 1) {
    client.content.insert(0, PART);
    client.content.delete(0, PART.length);
    await until(() => {
      if (!client.isStored) throw new Error('Not stored yet');
    });
  }
  client.leave();
}

function bare({ origin, pid }: Served): Venue {
  const write = async () => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/mute`);
    await once(socket, 'open');
    for (let count = 0; count < PARTS; count += 1) {
      socket.send(PART);
      await once(socket, 'message');
    }
    socket.terminate();
  };
  const end = (path: string) => async () => void (await fetch(origin + path, { method: 'POST' }));
  return {
    name: 'Bare ws',
    url: origin,
    pid,
    seat: (nth) => ({ path: nth < size.mute ? '/mute' : '/others', headers: {} }),
    write,
    endings: [
      { name: 'those who never read closed', end: end('/mute'), closes: (nth) => nth < size.mute },
      { name: 'the others closed', end: end('/others'), closes: (nth) => nth >= size.mute },
    ],
  };
}

process.env.SESSION_SECRET = SECRET;
const server = await startServer();
const plain = await serve({ args: [join(import.meta.dirname, '../bench/baseline/serve-crowd.ts')], env: {} });
try {
  await visit(bare(plain), size, waits);
  await visit(await arbor(server), size, waits);
} finally {
  await Promise.all([server.remove(), plain.stop()]);
  await idle.terminate();
}
