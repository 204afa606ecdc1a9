import type { Socket } from 'node:net';
import type { Client } from 'pg';

/** Delay of the first TCP probe on an idle connection: a host that is gone is noticed during long work too. */
const PROBE_AFTER_MS = 30_000;
/** Milliseconds beyond the server's statement timeout, in which its cancellation can arrive. */
const MARGIN_MS = 5000;

type Inside = { readyForQuery: boolean; connection: { stream: Socket } };

let longWork = 0;

/** Runs work whose statements may take as long as they need, such as a migration of a large table. */
export async function withLongStatements<T>(work: () => Promise<T>): Promise<T> {
  longWork += 1;
  try {
    return await work();
  } finally {
    longWork -= 1;
  }
}

/**
 * Closes a connection that receives nothing from PostgreSQL for longer than a statement may run. The network or the
 * machine failed without closing it, which TCP alone detects after about 15 minutes.
 */
export function endWhenSilent(client: Client, statementSeconds: number): void {
  const inside = client as unknown as Inside;
  const { stream } = inside.connection;
  stream.setKeepAlive(true, PROBE_AFTER_MS);
  stream.setTimeout(statementSeconds * 1000 + MARGIN_MS, () => {
    // The connection is idle, in the pool or in a transaction.
    if (inside.readyForQuery || longWork > 0) return;
    stream.destroy(Object.assign(new Error('Connection terminated: the database stays silent'), { code: 'ETIMEDOUT' }));
  });
}
