import type pg from 'pg';
import type { PoolLimits } from '#db/connection.ts';
import { endWhenSilent } from '#db/silent-connections.ts';

/**
 * Returns the driver with clients that listen to errors from the start and end when PostgreSQL falls silent. Sequelize
 * listens after the connection is open, but PostgreSQL may end it in the same packet, and an error without a listener
 * ends the process. Its first statements come before its hook for new connections.
 */
export function withListeningClients(driver: typeof pg, { statementSeconds }: PoolLimits): typeof pg {
  class ListeningClient extends driver.Client {
    /** Read by Sequelize, whose pool then closes the connection. */
    _invalid = false;

    constructor(config?: pg.ClientConfig) {
      super(config);
      // The statement under way fails with this error, or the next one with an error of its own.
      this.on('error', () => {
        this._invalid = true;
      });
      this.once('connect', () => endWhenSilent(this, statementSeconds));
    }
  }
  return Object.create(driver, { Client: { value: ListeningClient } });
}
