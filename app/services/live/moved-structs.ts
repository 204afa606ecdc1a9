import * as Y from 'yjs';

type DeleteSet = ReturnType<typeof Y.createDeleteSet>;

/**
 * Returns an upper bound of the structs that Yjs moves to apply new items and sorted deletions. Yjs keeps the structs
 * of each client in one array. Where a neighbour of an item, or an end of a deletion, is inside a struct, Yjs splits
 * that struct and moves all later ones.
 */
export function boundMoves(doc: Y.Doc, items: Y.Item[], deleted: DeleteSet): number {
  const ofItems = new Map<number, Set<number>>();
  const split = (client: number, clock: number) => {
    const points = ofItems.get(client) ?? new Set();
    ofItems.set(client, points.add(clock));
  };
  for (const { origin, rightOrigin } of items) {
    if (origin) split(origin.client, origin.clock + 1);
    if (rightOrigin) split(rightOrigin.client, rightOrigin.clock);
  }
  let moves = 0;
  for (const client of new Set([...ofItems.keys(), ...deleted.clients.keys()])) {
    const structs = doc.store.clients.get(client) ?? [];
    const ranges = deleted.clients.get(client) ?? [];
    const first = splitsAt(structs, [...(ofItems.get(client) ?? [])]);
    const then = splitsAt(
      structs,
      ranges.flatMap(({ clock, len }) => [clock, clock + len]),
    );
    // Items come in any order, ranges behind them and in order.
    moves += first.moves + (first.points.length * (first.points.length - 1)) / 2;
    moves += then.moves + countPairs(first.points, then.points);
  }
  return moves;
}

/** Returns the clocks, in order, that are within a struct, and how many structs stand there or behind. */
function splitsAt(structs: (Y.Item | Y.GC)[], clocks: number[]): { points: number[]; moves: number } {
  const last = structs.at(-1);
  if (!last) return { points: [], moves: 0 };
  const state = last.id.clock + last.length;
  const points: number[] = [];
  let moves = 0;
  for (const clock of clocks.toSorted((a, b) => a - b)) {
    if (clock >= state) break;
    const index = Y.findIndexSS(structs, clock);
    if (structs[index]!.id.clock === clock || structs[index] instanceof Y.GC) continue;
    points.push(clock);
    moves += structs.length - index;
  }
  return { points, moves };
}

/** Counts for each of the later points the earlier ones behind it. Both are in order. */
function countPairs(earlier: number[], later: number[]): number {
  let [pairs, before] = [0, 0];
  for (const point of later) {
    while (before < earlier.length && earlier[before]! <= point) before += 1;
    pairs += earlier.length - before;
  }
  return pairs;
}
