import { type Crumb, loadChains } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';

export type WithPath<Item> = Item & { path: Crumb[] };

/** Adds the visible documents above each, from the top: two of the same title can be told apart. One statement. */
export async function withPaths<Item extends { id: string }>(actor: Actor, items: Item[]): Promise<WithPath<Item>[]> {
  if (items.length === 0) return [];
  const chains = await loadChains(
    actor,
    items.map(({ id }) => id),
  );
  return items.map((item) => ({ ...item, path: chains.tryFind(item.id)?.path ?? [] }));
}
