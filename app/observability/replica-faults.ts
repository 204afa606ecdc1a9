import { subscribe } from 'node:diagnostics_channel';
import { log } from '#app/observability/log.ts';

/** Logs failed reads of the replica, in whose place the database answers. */
export function logReplicaFaults(): void {
  subscribe('arbor:replica-failed', (found) => {
    const { error } = found as { error: unknown };
    log.warn({ event: 'replica-failed', error }, 'the replica did not answer: the database is asked for 30 s');
  });
}
