import { AppError } from '#app/errors.ts';
import { SAVED_SEARCHES_MAX } from '#app/schemas/limits.ts';
import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import { findSavedSearches } from '#db/queries/saved-searches.ts';

/** A search stored under a name. `query` is the query string of the search page. */
export type SavedSearchEntry = { id: string; name: string; query: string };

/** Lists the actor's saved searches in the order they were saved. */
export function listSavedSearches(actor: Actor): Promise<SavedSearchEntry[]> {
  return findSavedSearches({ me: actor.id });
}

/**
 * Saves a search and returns it. Throws `validationFailed` for a missing or duplicate name, an empty query, or too
 * many saved searches.
 */
export async function saveSearch(actor: Actor, input: { name: string; query: string }): Promise<SavedSearchEntry> {
  const { SavedSearch } = await models();
  const [id, query] = [newId(), new URLSearchParams(input.query).toString()];
  if (query === '') throw refusal('search.queryRequired');
  await inTransaction(async () => {
    await lock(`searches ${actor.id}`);
    const kept = await listSavedSearches(actor);
    if (kept.length >= SAVED_SEARCHES_MAX) throw refusal('search.tooMany', { count: SAVED_SEARCHES_MAX });
    requireFree(kept, input.name);
    await SavedSearch.create({ id, userId: actor.id, name: input.name, query, createdAt: Date.now() });
  });
  return { id, name: input.name, query };
}

/**
 * Renames a search and returns it. Throws `notFound` for another person's search, `validationFailed` for a duplicate
 * name.
 */
export async function renameSavedSearch(actor: Actor, id: string, name: string): Promise<SavedSearchEntry> {
  return inTransaction(async () => {
    await lock(`searches ${actor.id}`);
    const kept = await listSavedSearches(actor);
    const search = kept.find((each) => each.id === id);
    if (!search) throw new AppError('notFound');
    requireFree(
      kept.filter((other) => other !== search),
      name,
    );
    await (await models()).SavedSearch.update({ name }, { where: { id } });
    return { ...search, name };
  });
}

/** Removes a search and returns it. Throws `notFound` for another person's search. */
export async function removeSavedSearch(actor: Actor, id: string): Promise<SavedSearchEntry> {
  const { SavedSearch } = await models();
  return inTransaction(async () => {
    const row = await SavedSearch.findOne({ where: { id, userId: actor.id }, raw: true });
    if (!row) throw new AppError('notFound');
    await SavedSearch.destroy({ where: { id } });
    return { id, name: row.name, query: row.query };
  });
}

function requireFree(kept: SavedSearchEntry[], name: string): void {
  const key = (text: string) => text.normalize('NFKC').toLowerCase();
  if (kept.some((other) => key(other.name) === key(name))) throw refusal('search.nameTaken');
}

const refusal = (key: string, values?: Record<string, number>) =>
  new AppError('validationFailed', { fields: { name: [{ key, ...(values ? { values } : {}) }] } });
