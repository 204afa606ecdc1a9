import { subscribe } from 'node:diagnostics_channel';
import { log } from '#app/observability/log.ts';

/** Logs what the database layer publishes: slow statements, without values, and failed reads of the replica. */
export function logDatabase(): void {
  subscribe('arbor:slow-statement', (found) => {
    const { sql, ms } = found as { sql: string; ms: number };
    log.warn({ event: 'slow-statement', ms, sql }, 'a statement took long');
  });
  subscribe('arbor:replica-failed', (found) => {
    const { error } = found as { error: unknown };
    log.warn({ event: 'replica-failed', error }, 'the replica did not answer: the database is asked for 30 s');
  });
}
