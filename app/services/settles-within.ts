import { setTimeout as pause } from 'node:timers/promises';

/** Waits for work that goes on, for a limited time. Resolves to true if it has ended by then; throws its error. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const patience = new AbortController();
  const timeout = pause(ms, false, { ref: false, signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    patience.abort();
  }
}
