import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { log } from '#app/observability/log.ts';

/**
 * Logs what the database layer publishes: slow statements, without values, and failed reads of the replica. Returns a
 * function that ends it.
 */
export function logDatabase(): () => void {
  const listeners = { 'arbor:slow-statement': noteSlow, 'arbor:replica-failed': noteFailed };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
  };
}

function noteSlow(found: unknown): void {
  const { sql, ms } = found as { sql: string; ms: number };
  log.warn({ event: 'slow-statement', ms, sql }, 'a statement took long');
}

function noteFailed(found: unknown): void {
  const { error } = found as { error: unknown };
  log.warn({ event: 'replica-failed', error }, 'the replica did not answer: the database is asked for 30 s');
}
