import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { residentMegabytes } from '#tests/bench/process.ts';
import { longestWaitDuring } from '#tests/stall/longest-wait.ts';
import { cookieHeader, LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

// `npm run crowd -- --connections 10000 --mute 1000`: opens live connections, 200 a person, of which some never read, and
// prints how long another client's request waited at most while nothing happened and while somebody wrote 16 MB, each
// beside the longest wait at a bare server in the same time: what the machine itself adds.
const { values } = parseArgs({
  options: { connections: { type: 'string', default: '10000' }, mute: { type: 'string', default: '1000' } },
});
const OF_PERSON = 200;
const AT_ONCE = 50;
const IDLE_MS = 10_000;

process.env.SESSION_SECRET = SECRET;
const server = await startServer();
const sockets: WebSocket[] = [];
const tell = (line: string) => process.stdout.write(`${line}\n`);

const BARE = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((_request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
const bare = new Worker(BARE, { eval: true });
const [barePort] = (await once(bare, 'message')) as [number];

/** Returns the longest wait during `work` at the server and at a bare one, to print. */
async function waits(work: () => Promise<unknown>): Promise<string> {
  let longest = 0;
  const atBare = await longestWaitDuring(`http://127.0.0.1:${barePort}`, async () => {
    longest = await longestWaitDuring(server.url, work);
  });
  return `longest wait ${longest.toFixed(0)} ms (bare server ${atBare.toFixed(0)} ms)`;
}

/** Opens connections of one person, some at a time. Returns the number of refused ones. */
async function open(person: Person, id: string, count: number): Promise<number> {
  let refused = 0;
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => connect(person, id));
    const found = await Promise.all(some);
    sockets.push(...found.filter((socket) => socket !== null));
    refused += found.filter((socket) => socket === null).length;
  }
  return refused;
}

function connect(person: Person, id: string): Promise<WebSocket | null> {
  const url = `${server.url.replace(/^http/, 'ws')}/api/documents/${id}/live`;
  const socket = new WebSocket(url, { headers: { Cookie: cookieHeader(person) }, perMessageDeflate: false });
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });
}

try {
  const [wanted, mute] = [Number(values.connections), Number(values.mute)];
  const writer = await newPerson(server, 'writer');
  const busy = await makeDocument(writer, { content: 'Roses.' });
  let refused = 0;
  const opening = await waits(async () => {
    for (let left = wanted; left > 0; left -= OF_PERSON) {
      const person = await newPerson(server, 'member');
      const isMute = wanted - left < mute;
      // Those who never read are in the document in which somebody writes, the others in documents of their own.
      const { id } = isMute ? busy : await makeDocument(person, { content: 'Tulips.' });
      if (isMute) await share(writer, id, person.email, 'EDIT');
      refused += await open(person, id, Math.min(OF_PERSON, left));
    }
  });
  tell(`${sockets.length} open, ${refused} refused, ${residentMegabytes(server.pid).toFixed(0)} MB; ${opening}`);
  tell(`Idle: ${await waits(() => wait(IDLE_MS))}`);
  for (const socket of sockets.slice(0, mute)) socket.pause();
  const client = await new LiveClient(writer, busy.id, { url: server.url }).joined();
  const part = 'x'.repeat(400_000);
  const writing = await waits(async () => {
    for (let count = 0; count < 40; count += 1) {
      client.content.insert(0, part);
      client.content.delete(0, part.length);
      await until(() => {
        if (!client.isStored) throw new Error('Not stored yet');
      });
    }
  });
  tell(`16 MB to ${mute} that never read: ${writing}, ${residentMegabytes(server.pid).toFixed(0)} MB`);
  client.leave();
} finally {
  for (const socket of sockets) socket.terminate();
  await server.remove();
  await bare.terminate();
}
