import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { connect, disconnect, select } from '#db/connection.ts';
import { type SignedIn, signUp } from '#tests/bench/account.ts';
import { type Delays, measureTyping, open } from '#tests/bench/live-writers.ts';
import { residentMegabytes, type Served, serve } from '#tests/bench/process.ts';
import { startArbor } from '#tests/bench/servers.ts';
import { documentText } from '#tests/bench/texts.ts';

type Case = { name: string; ours: Delays; echo: Delays; cpuShare: number; writesPerSecond: number };

/** Delays compared with a plain `ws` server; memory in MB; processor time as a share of one core. */
export type LiveFound = { cases: Case[]; documentMegabytes: number; connectionsMegabytes: number };

const TYPING_SECONDS = 10;
const IDLE_MS = 2000;
const OPEN_DOCUMENTS = 200;
const CONNECTIONS = 1000;
/** One person may have 200 connections. */
const PEOPLE = 8;
/** 20 KB of benchmark texts. */
const content = [1, 2, 3].map(documentText).join('\n\n').slice(0, 20_000);

type Step = (text: string) => void;

/** Measures concurrent editing: many people in one document, and two in each of many documents. */
export async function benchLive(folder: string, step: Step): Promise<LiveFound> {
  const dataDir = join(folder, 'live');
  const ours = await startArbor(dataDir);
  const echo = await serve({ args: [join(import.meta.dirname, 'baseline/serve-echo.ts')], env: {} });
  try {
    const people: SignedIn[] = [];
    for (let nth = 0; nth < PEOPLE; nth += 1)
      people.push(await signUp(ours.origin, dataDir, `writer-${nth}@example.org`));
    const shared = await makeDocument(ours.origin, people[0]!, people.slice(1));
    const own: Seat[] = [];
    for (let made = 0; made < OPEN_DOCUMENTS; made += 1) {
      const person = people[made % PEOPLE]!;
      own.push({ path: await makeDocument(ours.origin, person, []), headers: person.headers });
    }
    const crowd = (size: number) =>
      Array.from({ length: size }, (_, nth) => ({ path: shared, headers: people[nth % PEOPLE]!.headers }));
    const measure = { ours, echo, dataDir };
    step('Memory of open documents and connections');
    const memory = await measureMemory(ours, own, crowd(CONNECTIONS));
    step('50 people in one document');
    const inOne = await measureCase('50 in one document', crowd(50), measure);
    step(`Two people in each of ${OPEN_DOCUMENTS} documents`);
    const pairs = own.flatMap((seat) => [seat, seat]);
    const inMany = await measureCase(`2 in each of ${OPEN_DOCUMENTS}`, pairs, measure);
    return { cases: [inOne, inMany], ...memory };
  } finally {
    await Promise.all([ours.stop(), echo.stop()]);
  }
}

/** Creates a document that others may edit. Returns the path of its live connection. */
async function makeDocument(origin: string, owner: SignedIn, others: SignedIn[]): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { ...owner.headers, 'Content-Type': 'application/json' };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  const { id } = await post('/api/documents', { title: 'Live', content });
  for (const { actor } of others) await post(`/api/documents/${id}/shares`, { email: actor.email, permission: 'EDIT' });
  return `/api/documents/${id}/live`;
}

type Seat = { path: string; headers: Record<string, string> };
type Measure = { ours: Served; echo: Served; dataDir: string };

async function measureCase(name: string, seats: Seat[], { ours, echo, dataDir }: Measure): Promise<Case> {
  const echoSockets = await openAll(echo.origin, seats);
  const bare = await measureTyping(echoSockets, { seconds: TYPING_SECONDS, isSynced: false });
  closeAll(echoSockets);
  const sockets = await openAll(ours.origin, seats);
  const [cpu, writes, from] = [cpuSeconds(ours.pid), await storedUpdates(dataDir), performance.now()];
  const delays = await measureTyping(sockets, { seconds: TYPING_SECONDS, isSynced: true });
  const seconds = (performance.now() - from) / 1000;
  const found = {
    cpuShare: (cpuSeconds(ours.pid) - cpu) / seconds,
    writesPerSecond: ((await storedUpdates(dataDir)) - writes) / seconds,
  };
  closeAll(sockets);
  return { name, ours: delays, echo: bare, ...found };
}

async function measureMemory(ours: Served, own: Seat[], crowd: Seat[]) {
  await wait(IDLE_MS);
  const closed = residentMegabytes(ours.pid);
  const documents = await openAll(ours.origin, own);
  await wait(IDLE_MS);
  const opened = residentMegabytes(ours.pid);
  const connections = await openAll(ours.origin, crowd);
  await wait(IDLE_MS);
  const crowded = residentMegabytes(ours.pid);
  closeAll([...documents, ...connections]);
  return { documentMegabytes: (opened - closed) / own.length, connectionsMegabytes: crowded - opened };
}

async function openAll(origin: string, seats: Seat[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (const { path, headers } of seats) sockets.push(await open(origin, path, headers));
  return sockets;
}

function closeAll(sockets: WebSocket[]): void {
  for (const socket of sockets) socket.terminate();
}

/** Counts all updates ever stored. */
async function storedUpdates(dataDir: string): Promise<number> {
  connect({ dataDir });
  try {
    const [row] = await select<{ stored: number | null }>('SELECT SUM(last_number) AS stored FROM document_states');
    return Number(row?.stored ?? 0);
  } finally {
    await disconnect();
  }
}

/** Returns a process's processor time in seconds, with a resolution of hundredths. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
