import * as Y from 'yjs';
import type { Place } from '#app/services/live/shared-roots.ts';

/** The place of an item in a nested type, or beside content that is gone. */
const NOWHERE: Place = { root: '', key: null };

/** Finds the places of an update's items before it is applied to a document. */
export class Places {
  readonly #doc: Y.Doc;
  readonly #itemsOf: Map<number, Y.Item[]>;
  readonly #known = new Map<Y.Item, Place | null>();

  constructor(doc: Y.Doc, items: Y.Item[]) {
    this.#doc = doc;
    this.#itemsOf = Map.groupBy(items, ({ id }) => id.client);
  }

  /**
   * Returns the place of an item; null if it stands beside one that neither the update nor the document has. Yjs lets
   * an item inherit the place of its left neighbour, so its own may be several items away.
   */
  of(item: Y.Item): Place | null {
    const path: Y.Item[] = [];
    let place: Place | null | undefined;
    for (let at: Y.Item | Place | null = item; place === undefined; ) {
      if (!(at instanceof Y.Item)) place = at;
      else if (this.#known.has(at)) place = this.#known.get(at)!;
      else {
        // Ends a circle of neighbours, which is never applied.
        this.#known.set(at, null);
        path.push(at);
        at = this.#next(at);
      }
    }
    for (const each of path) this.#known.set(each, place);
    return place;
  }

  /**
   * Returns the place if the item or the document names it, else the neighbour in the update from which it is
   * inherited.
   */
  #next(item: Y.Item): Y.Item | Place | null {
    // A decoded update has names of roots in place of their types.
    const parent: unknown = item.parent;
    if (typeof parent === 'string') return { root: parent, key: item.parentSub };
    const neighbour = item.origin ?? item.rightOrigin;
    if (!neighbour) return NOWHERE;
    if (neighbour.clock < Y.getState(this.#doc.store, neighbour.client)) return this.#stored(neighbour);
    return this.inUpdate(neighbour);
  }

  #stored(id: Y.ID): Place {
    const found: Y.Item | Y.GC = Y.getItem(this.#doc.store, id);
    if (!(found instanceof Y.Item)) return NOWHERE;
    const root = [...this.#doc.share].find(([, type]) => type === found.parent)?.[0];
    return root === undefined ? NOWHERE : { root, key: found.parentSub };
  }

  /** Finds an item of the update. Binary search: an update has the items of a client in order. */
  inUpdate({ client, clock }: Y.ID): Y.Item | null {
    const items = this.#itemsOf.get(client) ?? [];
    let [from, to] = [0, items.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const { id, length } = items[middle]!;
      if (clock < id.clock) to = middle;
      else if (clock >= id.clock + length) from = middle + 1;
      else return items[middle]!;
    }
    return null;
  }
}
