import { isDatabaseUnavailable } from '#db/database-errors.ts';

/**
 * Time after which a queued write fails if the one before it found the database busy: callers wait for a minute at
 * most.
 */
const WAITS_MS = 20_000;

const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);

let lastWrite: Promise<unknown> = Promise.resolve();
let wasBusy = false;
let isEnding = false;

/** A write that was not tried, as the database is busy. */
class QueueBusy extends Error {
  readonly original = { code: 'SQLITE_BUSY', message: 'the write before it found the database busy' };
}

/**
 * Queues this process's writers on SQLite. In SQLite's busy handler each waiting writer would block one of libuv's few
 * threads. While another process holds the lock, writes that have waited for long fail without a try of their own.
 */
export function queueWrite<T>(run: () => Promise<T>): Promise<T> {
  const queuedAt = Date.now();
  const mine = lastWrite.then(() => {
    refuseIfBusy(queuedAt);
    return run();
  });
  // The caller of this write gets its error; the queue only continues.
  lastWrite = mine.then(
    () => {
      wasBusy = false;
    },
    (error) => {
      wasBusy = isDatabaseUnavailable(error);
    },
  );
  return mine;
}

/** Throws an error of a busy database if the last write found it busy and the next one has waited for long. */
export function refuseIfBusy(queuedAt: number): void {
  if (wasBusy && (isEnding || Date.now() - queuedAt > WAITS_MS)) throw new QueueBusy();
}

/** Refuses writes once one has found the database busy: a process cannot end before the busy handler does. */
export function endBusyWrites(): void {
  isEnding = true;
}

/** Waits for the queued writes. */
export async function awaitWrites(): Promise<void> {
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
