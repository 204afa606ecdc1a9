import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { log } from '#app/observability/log.ts';
import { Heartbeat } from '#app/services/maintenance/processes/heartbeat.ts';
import { repeatWork } from '#app/services/repeat-work.ts';

const EVERY_MS = 2000;

/** Shows this process and its figures to `arbor top`. Returns a function that ends this and removes its row. */
export function startHeartbeat(version: string): () => Promise<void> {
  const id = randomUUID();
  const startedAt = Date.now() - Math.round(1000 * process.uptime());
  const heartbeat = new Heartbeat({ id, host: hostname(), pid: process.pid, version, startedAt });
  let isQuiet = false;
  const beat = async () => {
    try {
      await heartbeat.beat();
      isQuiet = false;
    } catch (error) {
      // Log an unavailable database once: every request logs it too.
      if (!isQuiet) log.warn({ error, event: 'heartbeat' }, 'the figures of this process were not written');
      isQuiet = true;
    }
  };
  const stop = repeatWork(beat, EVERY_MS);
  return async () => {
    await stop();
    // A row that stays is removed by another process.
    await heartbeat.stop().catch(() => undefined);
  };
}
