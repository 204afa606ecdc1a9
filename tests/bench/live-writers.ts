import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';

const SYNC = 0;
const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;

/** Milliseconds from a key press to the arrival of its letter at another client. */
export type Delays = { p50: number; p99: number; letters: number };

/** Send times of letters by client id and clock. */
const sentAt = new Map<string, number>();

/** A client that types into its own copy and measures when other clients' letters arrive. */
class Writer {
  readonly #doc = new Y.Doc();
  readonly #socket: WebSocket;
  readonly #delays: number[];
  isSynced = false;

  constructor(socket: WebSocket, delays: number[]) {
    this.#socket = socket;
    this.#delays = delays;
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === this) return;
      sentAt.set(keyOf(update), performance.now());
      this.#send(UPDATE, update);
    });
    socket.on('message', (data: Buffer) => this.#receive(data));
    this.#send(STEP_1, Y.encodeStateVector(this.#doc));
  }

  type(): void {
    const text = this.#doc.getText('content');
    text.insert(text.length, 'a');
  }

  #send(step: number, payload: Uint8Array): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, SYNC);
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, payload);
    this.#socket.send(encoding.toUint8Array(encoder));
  }

  #receive(data: Buffer): void {
    const now = performance.now();
    const decoder = decoding.createDecoder(data);
    if (decoding.readVarUint(decoder) !== SYNC) return;
    const step = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (step === STEP_2) {
      Y.applyUpdate(this.#doc, payload, this);
      this.isSynced = true;
    } else if (step === UPDATE) {
      const at = sentAt.get(keyOf(payload));
      if (at !== undefined) this.#delays.push(now - at);
    }
  }
}

function keyOf(update: Uint8Array): string {
  const [last] = [...Y.parseUpdateMeta(update).to];
  return last ? last.join() : '';
}

/** Opens a connection; `path` identifies the document. */
export async function open(origin: string, path: string, headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(origin.replace(/^http/, 'ws') + path, { headers });
  await once(socket, 'open');
  return socket;
}

/** Makes all clients type two keys per second for a time, and measures until the last letters have arrived. */
export async function measureTyping(
  sockets: WebSocket[],
  { seconds, isSynced }: { seconds: number; isSynced: boolean },
): Promise<Delays> {
  const delays: number[] = [];
  const writers = sockets.map((socket) => new Writer(socket, delays));
  while (isSynced && writers.some((writer) => !writer.isSynced)) await wait(20);
  const keys = writers.map(async (writer) => {
    await wait(Math.random() * 500);
    for (let pressed = 0; pressed < 2 * seconds; pressed += 1) {
      writer.type();
      await wait(500);
    }
  });
  await Promise.all(keys);
  await wait(1000);
  sentAt.clear();
  for (const socket of sockets) socket.removeAllListeners('message');
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), letters: sorted.length };
}
