import { ConnectionAcquireTimeoutError, type Sequelize } from 'sequelize';

/** Time without any connection becoming free after which the pool counts as stalled. */
const STANDSTILL_MS = 1000;

type Pool = { size: number; maxSize: number; available: number; waiting: number };

/**
 * Refuses requests for a connection at once while the pool is stalled, so that they do not all run into a timeout. One
 * request keeps waiting, to detect when connections are free again.
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
