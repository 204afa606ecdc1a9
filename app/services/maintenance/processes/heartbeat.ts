import { monitorEventLoopDelay } from 'node:perf_hooks';
import { totalOf } from '#app/observability/counters.ts';
import { processFigures } from '#app/observability/process-figures.ts';
import { runningJobs } from '#app/observability/running-work.ts';
import { countRunningCalls } from '#app/services/ai/run-call.ts';
import { countLive } from '#app/services/live/live-documents.ts';
import { poolState } from '#db/connection.ts';
import {
  findLooks,
  type ProcessEntry,
  registerProcess,
  removeProcess,
  removeSilentProcesses,
} from '#db/queries/processes.ts';

/** Interval at which an unwatched process writes its row, to show that it runs. */
const UNWATCHED_EVERY_MS = 5 * 60_000;
/** Rows of processes silent for so long are removed. */
const SILENT_MS = 15 * 60_000;
/** A watcher that has not looked for so long has left. */
const WATCHED_FOR_MS = 10_000;
const RESOLUTION_MS = 10;

/** Totals of a process since it began, and its state at one moment. */
export type Figures = Awaited<ReturnType<typeof measure>>;
type Delays = ReturnType<typeof monitorEventLoopDelay>;
type Identity = Pick<ProcessEntry, 'id' | 'host' | 'pid' | 'version' | 'startedAt'>;

/**
 * The heartbeat of this process: writes its figures while somebody watches, else only every five minutes. Whether
 * somebody watches is one read by primary key. A watcher is noticed by a number that changes, so that clocks of
 * machines need not agree.
 */
export class Heartbeat {
  readonly #identity: Identity;
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #looks = -1;
  #watchedUntil = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** Looks for watchers, and writes the row if due. */
  async beat(): Promise<void> {
    const now = performance.now();
    const [row] = await findLooks({ id: this.#identity.id });
    const looks = row ? Number(row.looks) : 0;
    if (looks !== this.#looks && this.#looks >= 0) this.#watch(now);
    else if (now > this.#watchedUntil) this.#delays.disable();
    this.#looks = looks;
    const isDue = !row || now < this.#watchedUntil || now - this.#writtenAt >= UNWATCHED_EVERY_MS;
    if (!isDue) return;
    if (now - this.#writtenAt >= UNWATCHED_EVERY_MS) await removeSilentProcesses({ before: Date.now() - SILENT_MS });
    const figures = JSON.stringify(await measure(this.#delays));
    await registerProcess({ ...this.#identity, seenAt: Date.now(), figures });
    this.#delays.reset();
    this.#writtenAt = now;
  }

  /** Removes the row: this process ends. */
  async stop(): Promise<void> {
    this.#delays.disable();
    await removeProcess({ id: this.#identity.id });
  }

  #watch(now: number): void {
    this.#watchedUntil = now + WATCHED_FOR_MS;
    this.#delays.enable();
  }
}

async function measure(delays: Delays) {
  const [pool, live] = await Promise.all([poolState(), countLive()]);
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    /** Milliseconds since the process began, by its own steady clock. */
    at: Math.round(performance.now()),
    ...processFigures(),
    /** Null without a sample since the last beat. */
    loopDelayMs: delays.count > 0 ? beyondResolution(delays.percentile(99)) : null,
    cpuMs: Math.round((user + system) / 1000),
    rssBytes: rss,
    heapBytes: heapUsed,
    pool,
    live,
    jobs: runningJobs(),
    aiRunning: countRunningCalls(),
    aiCalls: totalOf('aiCalls'),
    mails: totalOf('mails'),
    unavailable: totalOf('databaseUnavailable'),
  };
}

/** Samples include the interval at which they are taken. */
const beyondResolution = (ns: number) => Math.max(0, Math.round(ns / 1e5 - 10 * RESOLUTION_MS) / 10);
