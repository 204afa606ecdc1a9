import type { Measurement } from '#app/observability/metrics.ts';
import { countLive } from '#app/services/live/live-documents.ts';
import { poolState } from '#db/connection.ts';

/** Measures what this process has open: connections to PostgreSQL (0 on SQLite) and shared documents. */
export async function measureProcess(): Promise<Measurement[]> {
  const [pool, live] = await Promise.all([poolState(), countLive()]);
  const { used = 0, free = 0, waiting = 0, max = 0 } = pool ?? {};
  const single = (name: string, help: string, value: number): Measurement => ({ name, help, values: [{ value }] });
  const byState = Object.entries({ used, free, waiting }).map(([state, value]) => ({ labels: { state }, value }));
  return [
    { name: 'database_connections', help: 'Connections of the pool, and requests waiting for one', values: byState },
    single('database_connections_max', 'The most connections this process opens (DATABASE_POOL)', max),
    single('live_documents', 'Documents open for writing together', live.documents),
    single('live_connections', 'Their connections', live.connections),
  ];
}
