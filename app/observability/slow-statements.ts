import { subscribe } from 'node:diagnostics_channel';
import { log } from '#app/observability/log.ts';

/** Logs the slow statements that the database layer publishes, without values. */
export function logSlowStatements(): void {
  subscribe('arbor:slow-statement', (found) => {
    const { sql, ms } = found as { sql: string; ms: number };
    log.warn({ event: 'slow-statement', ms, sql }, 'a statement took long');
  });
}
