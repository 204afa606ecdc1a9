import type { LOCK } from 'sequelize';
import { dialect, isInTransaction, models, select } from '#db/connection.ts';
import type { User } from '#db/models/user.ts';

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

/**
 * Reads an account and locks its row until this transaction ends. A reset, a suspension and a deletion change the row
 * before they end sessions and tokens, so what is read here holds for a session or token made in this transaction. Take
 * this lock before rows that belong to the account. Throws outside of a transaction.
 */
export async function lockAccount(userId: string): Promise<User | null> {
  requireTransaction(`account ${userId}`);
  // FOR UPDATE would also wait for transactions that only refer to the account by a foreign key.
  return (await models()).User.findByPk(userId, { lock: 'NO KEY UPDATE' as LOCK });
}

/** Locks a name until this transaction ends (PostgreSQL; SQLite has one writer anyway). Throws outside of one. */
export async function lock(name: string): Promise<void> {
  requireTransaction(name);
  if (dialect() === 'postgres') await select('SELECT pg_advisory_xact_lock(hashtext($name))', { name });
}

function requireTransaction(name: string): void {
  if (!isInTransaction()) throw new Error(`A lock of ${name} needs a transaction`);
}
