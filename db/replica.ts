import { channel } from 'node:diagnostics_channel';
import type { Sequelize } from 'sequelize';
import type { PoolLimits } from '#db/connection.ts';

/** Time without reads from a replica that failed, so that reports do not wait for it again and again. */
const SKIPPED_MS = 30_000;
const failed = channel('arbor:replica-failed');

/** A PostgreSQL replica for reads that may be stale. It may be away, late, or cancel a read for its recovery. */
export class Replica {
  readonly #url: string;
  readonly #limits: PoolLimits;
  #opening: Promise<Sequelize> | undefined;
  #skippedUntil = 0;

  constructor(url: string, limits: PoolLimits) {
    this.#url = url;
    this.#limits = limits;
  }

  /**
   * Runs a SELECT with `$name` parameters. Returns null after any error, which is published, and for 30 seconds from
   * then: the database itself answers in place of the replica, and repeats an error that is of the statement.
   */
  async read<Row extends object>(sql: string, bind: Record<string, unknown>): Promise<Row[] | null> {
    if (Date.now() < this.#skippedUntil) return null;
    try {
      return await this.ask<Row>(sql, bind);
    } catch (error) {
      this.#skippedUntil = Date.now() + SKIPPED_MS;
      failed.publish({ error });
      return null;
    }
  }

  /** Runs a SELECT, and throws its errors. */
  async ask<Row extends object>(sql: string, bind: Record<string, unknown> = {}): Promise<Row[]> {
    this.#opening ??= this.#open();
    const [pool, { runPooled }] = await Promise.all([this.#opening, import('#db/postgres-statements.ts')]);
    return (await runPooled(pool, 'read', sql, bind)).rows;
  }

  async close(): Promise<void> {
    // Null if it could not be opened, which its reads have told.
    const pool = await this.#opening?.catch(() => null);
    await pool?.close();
  }

  async #open(): Promise<Sequelize> {
    try {
      const { openPool } = await import('#db/sequelize.ts');
      return await openPool(this.#url, this.#limits);
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }
}
