import type { Piscina } from 'piscina';
import { AppError } from '#app/errors.ts';
import { count } from '#app/observability/counters.ts';
import { log } from '#app/observability/log.ts';
import { BUDGETS, WAITING_MAX } from '#app/threads/budgets.ts';
import { Deadline } from '#app/threads/deadline.ts';
import { FairQueue } from '#app/threads/fair-queue.ts';
import { startPool, THREADS } from '#app/threads/pool.ts';
import type { Order } from '#app/threads/thread.ts';
import type { Work, WorkKind } from '#app/threads/work.ts';

const OVERLOADED_RETRY_SECONDS = 5;

/** Thrown if work exceeded its time or memory budget, or failed. Without a fallback it results in 503. */
export class WorkAborted extends AppError {
  constructor(kind: WorkKind, cause: unknown) {
    super('unavailable', { retryAfterSeconds: OVERLOADED_RETRY_SECONDS, cause });
    this.message = kind;
  }
}

const turns = new FairQueue({ threads: THREADS, waitingMax: WAITING_MAX });
let pool: Promise<Piscina> | undefined;

/** Lets one person use all threads, in a process that works for nobody else. */
export const takeAllThreads = (): void => turns.reserveNone();

/**
 * Runs synchronous work in a thread pool, so that the main thread stays responsive. `person` is the scheduling key: an
 * account's id, or a name for the server's own work. Throws `WorkAborted` if it fails or exceeds the budget of its kind,
 * and `unavailable` if the person's queue is full.
 */
export async function runInThread<Kind extends WorkKind>(
  person: string,
  kind: Kind,
  ...input: Parameters<Work[Kind]>
): Promise<Awaited<ReturnType<Work[Kind]>>> {
  pool ??= startPool();
  const threads = await pool;
  const endTurn = await turns.take(person);
  if (!endTurn) throw new AppError('unavailable', { retryAfterSeconds: OVERLOADED_RETRY_SECONDS });
  const deadline = new Deadline(BUDGETS[kind].milliseconds);
  try {
    const order: Order = { kind, input, started: deadline.started };
    return await threads.run(order, { signal: deadline.signal });
  } catch (error) {
    count('workGivenUp', { kind });
    if (deadline.signal.aborted || isOutOfMemory(error))
      log.warn({ event: 'work-given-up', kind, error }, 'work took more than its budget');
    else log.error({ event: 'work-failed', kind, error }, 'work in a thread failed');
    throw new WorkAborted(kind, error);
  } finally {
    deadline.clear();
    endTurn();
  }
}

const isOutOfMemory = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Returns the result, or that of `instead` if the work was aborted. */
export async function orFallback<Result>(
  work: Promise<Result>,
  instead: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WorkAborted) return instead();
    throw error;
  }
}
