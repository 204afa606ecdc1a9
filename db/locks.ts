import { dialect, isInTransaction, select } from '#db/connection.ts';

/** Serializes changes of a person's tree, so that two concurrent moves cannot create a cycle. */
export const lockTree = (ownerId: string) => lock(ownerId);

/** Locks the tree of a document. Call before reading it; what is read then stays valid until the transaction ends. */
export async function lockTreeOf(documentId: string): Promise<void> {
  if (dialect() !== 'postgres') return;
  await select('SELECT pg_advisory_xact_lock(hashtext(owner_id)) FROM documents WHERE id = $documentId', {
    documentId,
  });
}

/** Serializes changes of an address: its account and its pending invitations. */
export const lockAddress = (email: string) => lock(`address ${email}`);

/** Locks a name until this transaction ends (PostgreSQL; SQLite has one writer anyway). Throws outside of one. */
export async function lock(name: string): Promise<void> {
  if (!isInTransaction()) throw new Error(`A lock of ${name} needs a transaction`);
  if (dialect() === 'postgres') await select('SELECT pg_advisory_xact_lock(hashtext($name))', { name });
}
