import { lock } from '#db/locks.ts';

type Bytes = { ownerId: string; contentHash: string | null };

/**
 * Locks bytes of owners until this transaction ends: nobody then deletes them beside an act that relies on them. Locks
 * in one order, so that two transactions do not wait for each other. A name has only the start of the hash, as
 * PostgreSQL holds some thousand locks in all.
 */
export async function lockBytes(files: readonly Bytes[]): Promise<void> {
  const names = new Set(files.map(({ ownerId, contentHash }) => `blob ${ownerId} ${contentHash?.slice(0, 2)}`));
  for (const name of [...names].sort()) await lock(name);
}
