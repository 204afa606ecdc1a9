import { AppError, type ErrorName } from '#app/errors.ts';

/** Returns `ok`, or the name of the AppError that a call threw. Rethrows other errors. */
export async function outcomeOf(work: Promise<unknown>): Promise<'ok' | ErrorName> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.error;
    throw error;
  }
}

/** Counts the outcomes by name. */
export async function tally(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(work.map(outcomeOf))) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
