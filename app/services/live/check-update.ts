import * as Y from 'yjs';
import { CONTENT_MAX_BYTES } from '#app/schemas/limits.ts';
import { CLOSING, isEpoch } from '#app/schemas/live-messages.ts';

/** An error that closes a connection with a code of contract §7. */
export class LiveRefusal extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`closed with ${code}`);
    this.code = code;
  }
}

/** Items per update. More would block the event loop; hours of typing make fewer. */
const ITEMS_MAX = 20_000;

type Against = { epoch: number; contentBytes: number };

/**
 * Checks an update before it is applied: well-formed, of this epoch, and within the document's size limit. Returns the
 * bytes of text it can add at most. Throws `LiveRefusal`.
 */
export function checkUpdate(update: Uint8Array, { epoch, contentBytes }: Against): { addedBytes: number } {
  const { structs } = decoded(() => Y.decodeUpdate(update));
  if (structs.length > ITEMS_MAX) throw new LiveRefusal(CLOSING.malformed);
  let addedBytes = 0;
  for (const struct of structs) {
    requireEpoch(struct.id.client, epoch);
    if (!(struct instanceof Y.Item)) continue;
    if (struct.content instanceof Y.ContentString) addedBytes += Buffer.byteLength(struct.content.str);
  }
  if (addedBytes > 0 && contentBytes + addedBytes > CONTENT_MAX_BYTES) throw new LiveRefusal(CLOSING.malformed);
  return { addedBytes };
}

/** Checks a client's state vector. Throws `LiveRefusal`. */
export function checkVector(vector: Uint8Array, epoch: number): void {
  for (const client of decoded(() => Y.decodeStateVector(vector)).keys()) requireEpoch(client, epoch);
}

function requireEpoch(client: number, epoch: number): void {
  if (isEpoch(client) && client !== epoch) throw new LiveRefusal(CLOSING.stateUnknown);
}

function decoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new LiveRefusal(CLOSING.malformed);
  }
}
