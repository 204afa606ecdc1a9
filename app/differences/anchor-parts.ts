type Pair = readonly [at: number, newAt: number];

/**
 * Returns the longest sequence of parts that are unique in both lists, as index pairs increasing in both (patience
 * sorting), in O(n log n). The diff between two anchors is independent of the rest.
 */
export function anchorsOf(before: string[], after: string[]): Pair[] {
  const newPlaces = placesOfUnique(after);
  const pairs: Pair[] = [];
  for (const [part, at] of placesOfUnique(before)) {
    const newAt = newPlaces.get(part);
    if (newAt !== undefined) pairs.push([at, newAt]);
  }
  return longestIncreasing(pairs);
}

/** Returns the positions of unique parts, in the order of the list. */
function placesOfUnique(parts: string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [place, part] of parts.entries()) {
    if (repeated.has(part)) continue;
    if (places.delete(part)) repeated.add(part);
    else places.set(part, place);
  }
  return places;
}

function longestIncreasing(pairs: Pair[]): Pair[] {
  const tops: number[] = [];
  const previous: number[] = [];
  for (const [index, [, newAt]] of pairs.entries()) {
    const pile = findPile(pairs, tops, newAt);
    previous[index] = pile > 0 ? tops[pile - 1]! : -1;
    tops[pile] = index;
  }
  const longest: Pair[] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index]!) longest.push(pairs[index]!);
  return longest.reverse();
}

/** Binary search for the first pile whose top is after `newAt`. */
function findPile(pairs: Pair[], tops: number[], newAt: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pairs[tops[middle]!]![1] < newAt) low = middle + 1;
    else high = middle;
  }
  return low;
}
