import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { database } from '#db/connection.ts';

export type Counted<T> = { result: T; statements: string[] };

/** Runs `work` and returns its SQL statements: hand-written ones, those of models, BEGIN and COMMIT. */
export async function countStatements<T>(work: () => Promise<T>): Promise<Counted<T>> {
  const statements: string[] = [];
  const note = (sql: unknown) => void statements.push(String(sql).replace(/^Executing \(.*?\): /, ''));
  const { options } = (await database()) as unknown as { options: { logging: unknown } };
  subscribe('arbor:statement', note);
  options.logging = note;
  try {
    return { result: await work(), statements };
  } finally {
    options.logging = false;
    unsubscribe('arbor:statement', note);
  }
}

/**
 * Removes the statements of mail delivery, which runs concurrently: claiming waiting mails and deleting sent ones and
 * their refusals.
 */
export function withoutDelivery(statements: readonly string[]): string[] {
  const isOfSent = (sql = '') => /^DELETE FROM "(?:mails|mail_refusals)"/.test(sql);
  const isDelivery = (sql: string) => isOfSent(sql) || sql.includes('next_attempt_at <= $now');
  return statements.filter(
    (sql, at) => !isDelivery(sql) && !isOfSent(statements[at + 1]) && !isOfSent(statements[at - 1]),
  );
}

/** Tests for a statement that queries ancestors recursively. */
export const isWalk = (sql: string): boolean => /WITH RECURSIVE chain/.test(sql);
