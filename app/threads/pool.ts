import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { log } from '#app/observability/log.ts';
import { THREAD_MEMORY_MB } from '#app/threads/budgets.ts';

export const THREADS = Math.min(4, Math.max(2, availableParallelism()));
const IDLE_MS = 60_000;

/** Imported lazily, as most CLI commands need no threads. */
export async function startPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina');
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
