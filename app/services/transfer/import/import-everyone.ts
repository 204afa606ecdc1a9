import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#app/errors.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import type { Actor } from '#app/services/actor.ts';
import { ownerOfExport } from '#app/services/transfer/import/export-owner.ts';
import { importFolder } from '#app/services/transfer/import/import-folder.ts';
import type { Imported } from '#app/services/transfer/import/run-import.ts';

/** `imported` is null for an address without an account. */
export type ImportedPerson = { email: string; imported: Imported | null };
type Told = {
  /** Called with each account before anything is imported. */
  onOwner: (actor: Actor) => Promise<void>;
  onPerson: (done: number, total: number) => void;
};

/**
 * Imports the folders of an export of all accounts, each for the account with its address. Throws `notFound` if there
 * is no such export.
 */
export async function importEveryone(folder: string, { onOwner, onPerson }: Told): Promise<ImportedPerson[]> {
  const owners = await ownersIn(folder);
  if (owners.length === 0) throw new AppError('notFound');
  const actors = new Map<string, Actor | null>();
  for (const { email } of owners) actors.set(email, await ownerAt(email));
  for (const actor of actors.values()) if (actor) await onOwner(actor);
  const people: ImportedPerson[] = [];
  for (const [nth, { email, path }] of owners.entries()) {
    const actor = actors.get(email) ?? null;
    people.push({ email, imported: actor && (await importFolder(actor, { folder: path, parentId: null })) });
    onPerson(nth + 1, owners.length);
  }
  return people;
}

const ownerAt = (email: string): Promise<Actor | null> =>
  getActor(email).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });

async function ownersIn(folder: string): Promise<{ email: string; path: string }[]> {
  const owners: { email: string; path: string }[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    const email = await ownerOfExport(path);
    if (email) owners.push({ email, path });
  }
  return owners.toSorted((one, other) => (one.email < other.email ? -1 : 1));
}
