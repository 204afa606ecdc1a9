import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { LiveRefusal } from '#app/services/live/check-update.ts';

// The messages of contract §7: those of y-websocket, and `stored`.

const SYNC = 0;
const AWARENESS = 1;
const AUTH = 2;
const QUERY_AWARENESS = 3;
const STORED = 4;

const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;

export type Message =
  | { kind: 'vector'; vector: Uint8Array }
  /** `isAnswer`: sent because the server asked, so it repeats deletions the server knows. */
  | { kind: 'update'; update: Uint8Array; isAnswer: boolean }
  | { kind: 'awareness'; update: Uint8Array }
  | { kind: 'queryAwareness' };

/** Reads a message of a client. Throws `LiveRefusal` 4400. */
export function readMessage(bytes: Uint8Array): Message {
  try {
    const decoder = decoding.createDecoder(bytes);
    const type = decoding.readVarUint(decoder);
    if (type === QUERY_AWARENESS) return { kind: 'queryAwareness' };
    if (type === AWARENESS) return { kind: 'awareness', update: decoding.readVarUint8Array(decoder) };
    if (type !== SYNC) throw new LiveRefusal(4400);
    const step = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (step === STEP_1) return { kind: 'vector', vector: payload };
    if (step !== STEP_2 && step !== UPDATE) throw new LiveRefusal(4400);
    return { kind: 'update', update: payload, isAnswer: step === STEP_2 };
  } catch {
    throw new LiveRefusal(4400);
  }
}

function message(write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  write(encoder);
  return encoding.toUint8Array(encoder);
}

function withPayload(types: number[], payload: Uint8Array): Uint8Array {
  return message((encoder) => {
    for (const type of types) encoding.writeVarUint(encoder, type);
    encoding.writeVarUint8Array(encoder, payload);
  });
}

export const vectorMessage = (vector: Uint8Array) => withPayload([SYNC, STEP_1], vector);
export const answerMessage = (update: Uint8Array) => withPayload([SYNC, STEP_2], update);
export const updateMessage = (update: Uint8Array) => withPayload([SYNC, UPDATE], update);
export const awarenessMessage = (update: Uint8Array) => withPayload([AWARENESS], update);
export const storedMessage = (vector: Uint8Array) => withPayload([STORED], vector);

export const deniedMessage = (reason: string) =>
  message((encoder) => {
    encoding.writeVarUint(encoder, AUTH);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, reason);
  });
