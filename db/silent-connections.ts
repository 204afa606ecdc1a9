import type { Socket } from 'node:net';
import type { Client } from 'pg';

/** Time in ms beyond the server's own limit of a statement, for its cancellation to arrive. */
const MARGIN_MS = 5000;

type Inside = { readyForQuery: boolean; connection: { stream: Socket } };

/**
 * Ends a connection whose statement gets no byte from PostgreSQL for longer than the server lets it run: the network or
 * the machine is gone without closing the connection, which TCP alone notices after a quarter of an hour.
 */
export function endWhenSilent(client: Client, statementSeconds: number): void {
  const inside = client as unknown as Inside;
  const { stream } = inside.connection;
  stream.setTimeout(statementSeconds * 1000 + MARGIN_MS, () => {
    // The connection rests in the pool or in a transaction.
    if (inside.readyForQuery) return;
    stream.destroy(Object.assign(new Error('the database stays silent'), { code: 'ETIMEDOUT' }));
  });
}
