import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { Piscina } from 'piscina';
import { log } from '#app/observability/log.ts';
import { THREAD_MEMORY_MB } from '#app/threads/budgets.ts';

export const THREADS = Math.min(4, Math.max(2, availableParallelism()));
const IDLE_MS = 60_000;
/**
 * The main thread has 4 MB to keep memory low. A text of 8.5 KB leaves several megabytes of garbage, so that a thread
 * would copy its live objects several times a text: a quarter of its work. Its memory is freed when it ends.
 */
const SEMI_SPACE_MB = 16;

/** Imported lazily, as most CLI commands need no threads. */
export async function startPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  // Applies to threads started later; V8 prefers the flag over `resourceLimits`.
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
  const pool = new Piscina({
    filename: threadFile().href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    recordTiming: false,
  });
  // A thread aborted at its deadline may exceed its memory limit before it ends; its task is no longer awaited then.
  pool.on('error', (error: Error) => log.warn({ event: 'thread-ended', error }, 'a thread ended without a task'));
  return pool;
}

/** Returns the thread's file: the source beside this file, or its build; chunks of the build are one folder deeper. */
function threadFile(): URL {
  const { url } = import.meta;
  if (url.endsWith('.ts')) return new URL('thread.ts', url);
  return new URL(url.includes('/chunks/') ? '../thread.js' : 'thread.js', url);
}
