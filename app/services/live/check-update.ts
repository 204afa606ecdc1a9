import * as Y from 'yjs';
import { CONTENT_MAX_BYTES } from '#app/schemas/limits.ts';
import { CLOSING, isEpoch } from '#app/schemas/live-messages.ts';
import { isSorted, newRanges, withSortedRanges } from '#app/services/live/deleted-ranges.ts';
import { boundSteps } from '#app/services/live/integration-steps.ts';
import { boundMoves } from '#app/services/live/moved-structs.ts';
import { Places } from '#app/services/live/places-of-items.ts';
import { belongsIn, SHARED_TITLE_MAX_BYTES, type TextBytes } from '#app/services/live/shared-roots.ts';

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
/** Newly deleted ranges per update. Removing each comma from the longest text makes fewer. */
const RANGES_MAX = 50_000;
/** Structs moved per update (`boundMoves`), which takes about a second. Replacing 20,000 words moves 400 million. */
const MOVES_MAX = 500_000_000;

type Against = { doc: Y.Doc; epoch: number; bytes: TextBytes };

/** `update`: the checked update, to be applied. `added`: bytes that it can add to each text at most. */
export type Checked = { update: Uint8Array; added: TextBytes; steps: number };

/**
 * Checks an update before it is applied: well-formed, of this epoch, with nothing but shared texts and marks, within
 * the document's size limit, and not too much at once. `steps` is an upper bound (`boundSteps`). Throws `LiveRefusal`.
 */
export function checkUpdate(sent: Uint8Array, { doc, epoch, bytes }: Against): Checked {
  const { structs, ds, update } = decodeSorted(sent);
  const deleted = newRanges(doc, ds);
  const ranges = [...deleted.clients.values()].reduce((sum, { length }) => sum + length, 0);
  if (structs.length > ITEMS_MAX || ranges > RANGES_MAX) throw new LiveRefusal(CLOSING.malformed);
  for (const { id } of structs) requireEpoch(id.client, epoch);
  const items = structs.filter((struct) => struct instanceof Y.Item);
  // Applied again, an item changes nothing.
  const news = items.filter(({ id, length }) => id.clock + length > Y.getState(doc.store, id.client));
  if (boundMoves(doc, news, deleted) > MOVES_MAX) throw new LiveRefusal(CLOSING.malformed);
  const places = new Places(doc, items);
  const added: TextBytes = { content: 0, title: 0 };
  for (const item of news) {
    const place = places.of(item);
    if (!belongsIn(place, item.content)) throw new LiveRefusal(CLOSING.malformed);
    if (!(item.content instanceof Y.ContentString)) continue;
    added[place?.root === 'title' ? 'title' : 'content'] += Buffer.byteLength(item.content.str);
  }
  requireRoom(added.content, bytes.content, CONTENT_MAX_BYTES);
  requireRoom(added.title, bytes.title, SHARED_TITLE_MAX_BYTES);
  return { update, added, steps: boundSteps(doc, news, places) };
}

function decodeSorted(update: Uint8Array) {
  return decoded(() => {
    const { structs, ds } = Y.decodeUpdate(update);
    if (isSorted(ds)) return { structs, ds, update };
    const sorted = withSortedRanges(update);
    return { ...Y.decodeUpdate(sorted), update: sorted };
  });
}

function requireRoom(added: number, before: number, most: number): void {
  if (added > 0 && before + added > most) throw new LiveRefusal(CLOSING.malformed);
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
