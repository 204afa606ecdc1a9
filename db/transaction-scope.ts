import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sequelize, Transaction } from 'sequelize';

type OpenTransaction = Transaction & { connection?: unknown };

/** Async context with Sequelize's current transaction, which every query of the context joins. */
export const scope = new AsyncLocalStorage<Map<string, unknown>>();

/**
 * Returns the transaction of this async context. Throws if it has ended: what is left of a failed one, such as a slower
 * write beside the one that failed, must not run on its own.
 */
export function currentTransaction(): OpenTransaction | undefined {
  const transaction = scope.getStore()?.get('transaction') as OpenTransaction | null | undefined;
  // Sequelize leaves null at the end.
  if (transaction === null) throw new Error('The transaction of this work has ended');
  return transaction;
}

const afterCommits = new WeakMap<Transaction, (() => void)[]>();

/** Runs work for which nobody waits, such as a loop for the whole process, outside of the open transaction. */
export const outsideTransaction = <T>(work: () => T): T => scope.run(new Map(), work);

/**
 * Runs `work` after the open transaction has committed, or at once without one. It is dropped if the transaction is
 * rolled back or its commit fails. (Sequelize's own hooks run even after a commit that failed.)
 */
export function afterCommit(work: () => void): void {
  const transaction = scope.getStore()?.get('transaction') as Transaction | null | undefined;
  const waiting = transaction && afterCommits.get(transaction);
  if (waiting) waiting.push(work);
  else if (transaction) throw new Error('Work after a commit needs a transaction of inTransaction()');
  else outsideTransaction(work);
}

/** Runs `work` in a new transaction; then, if it has committed, what it left to `afterCommit`. */
export async function runTransaction<T>(sequelize: Sequelize, work: () => Promise<T>): Promise<T> {
  const waiting: (() => void)[] = [];
  const result = await sequelize.transaction((transaction) => {
    afterCommits.set(transaction, waiting);
    return work();
  });
  // Their queries must not join the ended transaction.
  for (const each of waiting) outsideTransaction(each);
  return result;
}
