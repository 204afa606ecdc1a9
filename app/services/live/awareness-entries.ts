import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { LiveRefusal } from '#app/services/live/check-update.ts';
import type { PresentState } from '#app/services/live/presence.ts';

const STATE_MAX = 4096;

/** Bytes of a message to other processes. In base64 it fits into a notice of PostgreSQL, with room for its frame. */
const PART_BYTES = 5000;
/** Bytes of a client id, a clock and a length. */
const FRAME_BYTES = 24;

type Entry = [client: number, clock: number, state: PresentState | null];
type Decoded = [client: number, clock: number, state: Record<string, unknown> | null];

/** Parses a message of the Yjs awareness protocol. Throws `LiveRefusal` 4400. */
export function decodeEntries(message: Uint8Array): Decoded[] {
  try {
    const decoder = decoding.createDecoder(message);
    const count = decoding.readVarUint(decoder);
    if (count > 1000) throw new LiveRefusal(CLOSING.malformed);
    const entries: Decoded[] = [];
    for (let index = 0; index < count; index += 1) {
      const client = decoding.readVarUint(decoder);
      const clock = decoding.readVarUint(decoder);
      const text = decoding.readVarString(decoder);
      if (text.length > STATE_MAX) throw new LiveRefusal(CLOSING.malformed);
      const state: unknown = JSON.parse(text);
      if (state !== null && (typeof state !== 'object' || Array.isArray(state)))
        throw new LiveRefusal(CLOSING.malformed);
      entries.push([client, clock, state as Decoded[2]]);
    }
    return entries;
  } catch {
    throw new LiveRefusal(CLOSING.malformed);
  }
}

export function encodeEntries(entries: Entry[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const [client, clock, state] of entries) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, JSON.stringify(state));
  }
  return encoding.toUint8Array(encoder);
}

/**
 * Encodes entries for other processes, in as many messages as it takes. A cursor that is too long for them is left out.
 */
export function encodeParts(entries: Entry[]): Uint8Array[] {
  const parts: Entry[][] = [];
  let left = 0;
  for (const entry of entries.map(withoutLongCursor)) {
    const bytes = sizeOf(entry);
    if (bytes > left) {
      parts.push([]);
      left = PART_BYTES;
    }
    parts.at(-1)!.push(entry);
    left -= bytes;
  }
  return parts.map(encodeEntries);
}

function withoutLongCursor(entry: Entry): Entry {
  const [client, clock, state] = entry;
  if (!state?.cursor || sizeOf(entry) <= STATE_MAX) return entry;
  return [client, clock, { user: state.user, isEditing: state.isEditing }];
}

const sizeOf = ([, , state]: Entry): number => Buffer.byteLength(JSON.stringify(state)) + FRAME_BYTES;
