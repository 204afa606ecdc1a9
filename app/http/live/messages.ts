import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { CLOSING, MESSAGE, SYNC_STEP } from '#app/schemas/live-messages.ts';
import { LiveRefusal } from '#app/services/live/check-update.ts';

export type Message =
  | { kind: 'vector'; vector: Uint8Array }
  /** `isAnswer` is true for an update the server requested; it repeats known deletions. */
  | { kind: 'update'; update: Uint8Array; isAnswer: boolean }
  | { kind: 'awareness'; update: Uint8Array }
  | { kind: 'queryAwareness' };

/** Parses a message of a client. Throws `LiveRefusal` 4400. */
export function readMessage(bytes: Uint8Array): Message {
  try {
    const decoder = decoding.createDecoder(bytes);
    const type = decoding.readVarUint(decoder);
    if (type === MESSAGE.queryAwareness) return { kind: 'queryAwareness' };
    if (type === MESSAGE.awareness) return { kind: 'awareness', update: decoding.readVarUint8Array(decoder) };
    if (type !== MESSAGE.sync) throw new LiveRefusal(CLOSING.malformed);
    const step = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (step === SYNC_STEP.vector) return { kind: 'vector', vector: payload };
    if (step !== SYNC_STEP.answer && step !== SYNC_STEP.update) throw new LiveRefusal(CLOSING.malformed);
    return { kind: 'update', update: payload, isAnswer: step === SYNC_STEP.answer };
  } catch {
    throw new LiveRefusal(CLOSING.malformed);
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

/** Encodes a payload once for all members: clients that do not read share one message in memory. */
function once(encode: (payload: Uint8Array) => Uint8Array): (payload: Uint8Array) => Uint8Array {
  const encoded = new WeakMap<Uint8Array, Uint8Array>();
  return (payload) => {
    const known = encoded.get(payload);
    if (known) return known;
    const message = encode(payload);
    encoded.set(payload, message);
    return message;
  };
}

export const vectorMessage = (vector: Uint8Array) => withPayload([MESSAGE.sync, SYNC_STEP.vector], vector);
export const answerMessage = (update: Uint8Array) => withPayload([MESSAGE.sync, SYNC_STEP.answer], update);
export const updateMessage = once((update) => withPayload([MESSAGE.sync, SYNC_STEP.update], update));
export const awarenessMessage = once((update) => withPayload([MESSAGE.awareness], update));
export const storedMessage = once((vector) => withPayload([MESSAGE.stored], vector));

export const deniedMessage = (reason: string) =>
  message((encoder) => {
    encoding.writeVarUint(encoder, MESSAGE.auth);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, reason);
  });
