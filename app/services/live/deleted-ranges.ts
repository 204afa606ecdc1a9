import * as Y from 'yjs';

type DeleteSet = ReturnType<typeof Y.createDeleteSet>;

const EMPTY_UPDATE = Y.encodeStateAsUpdate(new Y.Doc());

/**
 * Returns true if the ranges of each client are in order and apart, as in every update that Yjs makes. In another order
 * Yjs moves thousands of structs for each range.
 */
export function isSorted({ clients }: DeleteSet): boolean {
  return [...clients.values()].every((ranges) =>
    ranges.every(({ clock }, nth) => nth === 0 || clock > ranges[nth - 1]!.clock + ranges[nth - 1]!.len),
  );
}

/** Returns an update with its deletions sorted and joined. */
export const withSortedRanges = (update: Uint8Array): Uint8Array => Y.mergeUpdates([update, EMPTY_UPDATE]);

/** Returns the part of sorted deletions that removes something a document still has, or has not yet. */
export function newRanges({ store }: Y.Doc, { clients }: DeleteSet): DeleteSet {
  const news = Y.createDeleteSet();
  for (const [client, ranges] of clients) {
    const structs = store.clients.get(client) ?? [];
    const state = Y.getState(store, client);
    const isNew = ({ clock, len }: (typeof ranges)[number]) =>
      clock >= state || clock + len > state || hasContent(structs, clock, clock + len);
    news.clients.set(client, ranges.filter(isNew));
  }
  return news;
}

function hasContent(structs: (Y.Item | Y.GC)[], from: number, to: number): boolean {
  for (let at = Y.findIndexSS(structs, from); at < structs.length; at += 1) {
    const { id, deleted } = structs[at]!;
    if (id.clock >= to) return false;
    if (!deleted) return true;
  }
  return false;
}
