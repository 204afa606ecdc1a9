import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { database } from '#db/connection.ts';

export type Counted<T> = { result: T; statements: string[] };

/** Runs `work` and returns the statements it sent to the database: by hand, through models, BEGIN and COMMIT. */
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

/** Matches a statement that walks a chain of ancestors. */
export const isWalk = (sql: string): boolean => /WITH RECURSIVE chain/.test(sql);
