import { ConnectionAcquireTimeoutError, type Sequelize } from 'sequelize';

/** Every connection has been in use this long, and none was handed over. */
const STANDSTILL_MS = 1000;

type Pool = { size: number; maxSize: number; available: number; waiting: number };

/**
 * Refuses connections at once while the pool stands still, instead of letting each request wait for its time to end.
 * One request goes on waiting and finds out when connections are free again.
 */
export function breakStandstill(sequelize: Sequelize): void {
  const { pool } = (sequelize as unknown as { connectionManager: { pool: Pool } }).connectionManager;
  let handedOverAt = performance.now();
  sequelize.addHook('beforePoolAcquire', () => {
    const isExhausted = pool.size >= pool.maxSize && pool.available === 0 && pool.waiting > 0;
    if (isExhausted && performance.now() - handedOverAt > STANDSTILL_MS)
      throw new ConnectionAcquireTimeoutError(new Error('every connection to the database is in use'));
  });
  sequelize.addHook('afterPoolAcquire', () => {
    handedOverAt = performance.now();
  });
}
