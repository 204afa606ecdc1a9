import { ConnectionAcquireTimeoutError, type Sequelize } from 'sequelize';

/** Time without any connection becoming free after which the pool counts as stalled. */
const STANDSTILL_MS = 1000;

type Pool = { size: number; maxSize: number; available: number; waiting: number };

const poolOf = (sequelize: Sequelize): Pool =>
  (sequelize as unknown as { connectionManager: { pool: Pool } }).connectionManager.pool;

export type PoolState = { used: number; free: number; waiting: number; max: number };

/** Returns the connections of a pool in use and free, and the requests waiting for one. */
export function poolStateOf(sequelize: Sequelize): PoolState {
  const { size, maxSize, available, waiting } = poolOf(sequelize);
  return { used: size - available, free: available, waiting, max: maxSize };
}

/**
 * Refuses requests for a connection at once while the pool is stalled, so that they do not all run into a timeout. One
 * request keeps waiting, to detect when connections are free again.
 */
export function breakStandstill(sequelize: Sequelize): void {
  const pool = poolOf(sequelize);
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
