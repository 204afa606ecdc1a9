import * as Y from 'yjs';
import type { Places } from '#app/services/live/places-of-items.ts';
import type { Place } from '#app/services/live/shared-roots.ts';

// Yjs places an item between its two neighbours (origins) and walks past all that stands there. Clients name neighbours
// that were adjacent, so the walk passes only what others wrote there meanwhile. An update may name any two, though:
// thousands of such items take minutes, at each opening of the state. A step is one item on the walk.

/** Steps that need no exact count. They take a tenth of a second. */
export const STEPS_FREE = 200_000;
/** Steps to open a state. Two people who each prepend 700 lines offline cause half of them. */
export const STEPS_MAX = 1_000_000;

/** Position of an item in a document that lacks it, between two characters; null is an end of the text. */
type Region = { left: Y.ID | null; right: Y.ID | null };

/**
 * Returns an upper bound of the steps that applying new items to a document takes. It counts at most to `STEPS_FREE`
 * per item, so that a larger bound may be any number above it.
 */
export function boundSteps(doc: Y.Doc, items: Y.Item[], places: Places): number {
  const regions = new Regions(doc, places);
  const inGaps = new Map<string, number>();
  let [steps, spanning] = [0, 0];
  for (const item of items) {
    if (steps > STEPS_FREE) return steps;
    const region = regions.of(item);
    const passed = countBetween(doc, region, places.of(item), STEPS_FREE);
    steps += passed;
    if (passed > 0) spanning += 1;
    else {
      // Items of one gap pass each other at most.
      const key = region.left ? `${region.left.client} ${region.left.clock}` : '';
      const before = inGaps.get(key) ?? 0;
      inGaps.set(key, before + 1);
      steps += before;
    }
  }
  // An item that spans several gaps and any other pass each other, and the parts into which each splits others.
  return steps + 4 * spanning * items.length;
}

type Side = 'origin' | 'rightOrigin';

/** Finds the regions of an update's items: a neighbour in the update stands for its own on that side. */
class Regions {
  readonly #doc: Y.Doc;
  readonly #places: Places;
  readonly #known = { origin: new Map<Y.Item, Y.ID | null>(), rightOrigin: new Map<Y.Item, Y.ID | null>() };

  constructor(doc: Y.Doc, places: Places) {
    this.#doc = doc;
    this.#places = places;
  }

  of(item: Y.Item): Region {
    return { left: this.#find(item, 'origin'), right: this.#find(item, 'rightOrigin') };
  }

  #find(item: Y.Item, side: Side): Y.ID | null {
    const known = this.#known[side];
    const path: Y.Item[] = [];
    let found: Y.ID | null = null;
    for (let at: Y.Item | null = item; at; ) {
      if (known.has(at)) {
        found = known.get(at)!;
        break;
      }
      // Ends a circle, which is never applied.
      known.set(at, null);
      path.push(at);
      found = this.#neighbour(at, side);
      at = found && !this.#isStored(found) ? this.#places.inUpdate(found) : null;
    }
    if (found && !this.#isStored(found)) found = null;
    for (const each of path) known.set(each, found);
    return found;
  }

  #neighbour(item: Y.Item, side: Side): Y.ID | null {
    const { client, clock } = item.id;
    const state = Y.getState(this.#doc.store, client);
    // The rest of an item whose beginning is stored stands behind that.
    return side === 'origin' && clock < state ? Y.createID(client, state - 1) : item[side];
  }

  #isStored({ client, clock }: Y.ID): boolean {
    return clock < Y.getState(this.#doc.store, client);
  }
}

/** Counts the items of a document in a region, up to `most`. */
function countBetween(doc: Y.Doc, { left, right }: Region, place: Place | null, most: number): number {
  const end = right && Y.getItem(doc.store, right);
  const start = left && Y.getItem(doc.store, left);
  // The rest of the first item counts as one, and the part of the last one before its character as another.
  const hasRest = start && left!.clock < start.id.clock + start.length - 1;
  if (hasRest && start === end) return right!.clock === left!.clock + 1 ? 0 : 1;
  let passed = hasRest ? 1 : 0;
  let at = start ? start.right : firstIn(doc, place);
  for (; at && at !== end && passed < most; at = at.right) passed += 1;
  return at && right && right.clock > at.id.clock ? passed + 1 : passed;
}

function firstIn(doc: Y.Doc, place: Place | null): Y.Item | null {
  const type = place && doc.share.get(place.root);
  if (!type) return null;
  return place.key === null ? type._start : firstOf(type, place.key);
}

/** Returns the first of the items that were set under a key. */
function firstOf(type: { _map: Map<string, Y.Item> }, key: string): Y.Item | null {
  let first = type._map.get(key) ?? null;
  while (first?.left) first = first.left;
  return first;
}

/** A document opened from parts; `steps` is the number of steps that it took. */
type Counted = { doc: Y.Doc; steps: number };

/** Opens a document and counts the steps. Returns null if they are more than `most`. */
export function openCounted(parts: Uint8Array[], most = Number.POSITIVE_INFINITY): Counted | null {
  const doc = new Y.Doc();
  let steps = 0;
  const { integrate } = Y.Item.prototype;
  // Yjs has no hook before an item is placed. The call is synchronous, so nothing else sees the other method.
  Y.Item.prototype.integrate = function (this: Y.Item, transaction, offset) {
    steps += stepsOf(this, transaction.doc, offset, most - steps + 1);
    if (steps > most) throw new TooManySteps();
    integrate.call(this, transaction, offset);
  };
  try {
    doc.transact(() => {
      for (const part of parts) Y.applyUpdate(doc, part);
    });
    return { doc, steps };
  } catch (error) {
    if (error instanceof TooManySteps) return null;
    throw error;
  } finally {
    Y.Item.prototype.integrate = integrate;
  }
}

class TooManySteps extends Error {}

/** Counts the steps of an item whose neighbours are found, up to `most`. */
function stepsOf(item: Y.Item, doc: Y.Doc, offset: number, most: number): number {
  if (!item.parent) return 0;
  const { client, clock } = item.id;
  const left = offset > 0 ? Y.getItem(doc.store, Y.createID(client, clock + offset - 1)) : item.left;
  const type = item.parent as Y.AbstractType<unknown>;
  let at = left ? left.right : item.parentSub === null ? type._start : firstOf(type, item.parentSub);
  let steps = 0;
  for (; at && at !== item.right && steps < most; at = at.right) steps += 1;
  return steps;
}
