/** Maps items in order with at most `atOnce` calls at a time. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const work = async () => {
    for (const [nth, item] of left) results[nth] = await map(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
