import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'sequelize';

type OpenTransaction = Transaction & { connection?: unknown };

/** Async context with Sequelize's current transaction, which every query of the context joins. */
export const scope = new AsyncLocalStorage<Map<string, unknown>>();

/**
 * Returns the transaction of this async context. Throws if it has ended: what is left of a failed one, such as a slower
 * write beside the one that failed, must not run on its own.
 */
export function openTransaction(): OpenTransaction | undefined {
  const transaction = scope.getStore()?.get('transaction') as OpenTransaction | null | undefined;
  // Sequelize leaves null at the end.
  if (transaction === null) throw new Error('The transaction of this work has ended');
  return transaction;
}
