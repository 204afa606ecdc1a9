/** Finds a short failing list by omitting ever smaller ranges. Each try costs a run, so tries are limited. */
export async function shorten<T>(
  list: readonly T[],
  fails: (shorter: readonly T[]) => Promise<boolean>,
  triesMost: number,
): Promise<readonly T[]> {
  let shortest = list;
  let tries = 0;
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length && tries < triesMost; ) {
      const shorter = shortest.toSpliced(at, size);
      tries += 1;
      if (await fails(shorter)) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}
