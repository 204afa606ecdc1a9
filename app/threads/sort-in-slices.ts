import type { Slices } from '#app/threads/slices.ts';

const RUN_LENGTH = 256;

/** Sorts stably like `toSorted`, in slices: comparing ten thousand names by language takes a tenth of a second. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
  slices: Slices,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    runs.push(items.slice(at, at + RUN_LENGTH).sort(compare));
    if (slices.isDue) await slices.rest();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at]!, runs[at + 1] ?? [], compare, slices));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  first: Item[],
  second: Item[],
  compare: (one: Item, other: Item) => number,
  slices: Slices,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [nth, other] = [0, 0];
  while (nth < first.length && other < second.length) {
    merged.push(compare(first[nth]!, second[other]!) <= 0 ? first[nth++]! : second[other++]!);
    if (slices.isDue) await slices.rest();
  }
  return [...merged, ...first.slice(nth), ...second.slice(other)];
}
