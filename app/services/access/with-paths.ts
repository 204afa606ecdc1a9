import { type Crumb, loadChains } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';

export type WithPath<Item> = Item & { path: Crumb[] };

/**
 * Adds the visible ancestors of each document, from the top, in one statement. Distinguishes documents of the same
 * title.
 */
export async function withPaths<Item extends { id: string }>(actor: Actor, items: Item[]): Promise<WithPath<Item>[]> {
  if (items.length === 0) return [];
  const chains = await loadChains(
    actor,
    items.map(({ id }) => id),
  );
  return items.map((item) => ({ ...item, path: chains.tryFind(item.id)?.path ?? [] }));
}
