const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);

let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * Queues this process's writers on SQLite. In SQLite's busy handler each waiting writer would block one of libuv's few
 * threads.
 */
export function queueWrite<T>(run: () => Promise<T>): Promise<T> {
  const mine = lastWrite.then(run);
  // The caller of this write gets its error; the queue only continues.
  lastWrite = mine.catch(() => undefined);
  return mine;
}

/** Waits for the queued writes. */
export async function writesDone(): Promise<void> {
  await lastWrite;
}

/** Repeats a write that PostgreSQL could not serialize with others; at most `attempts` times in all. */
export async function withRetry<T>(run: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = (error as { original?: { code?: string } }).original?.code;
    if (attempts > 1 && code && SERIALIZATION_FAILURES.has(code)) return withRetry(run, attempts - 1);
    throw error;
  }
}
