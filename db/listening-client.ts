import type pg from 'pg';

/**
 * Returns the driver with clients that listen to errors from the start. Sequelize listens after the connection is open,
 * but PostgreSQL may end it in the same packet, and an error without a listener ends the process.
 */
export function withListeningClients(driver: typeof pg): typeof pg {
  class ListeningClient extends driver.Client {
    /** Read by Sequelize, whose pool then closes the connection. */
    _invalid = false;

    constructor(config?: pg.ClientConfig) {
      super(config);
      // The statement under way fails with this error, or the next one with an error of its own.
      this.on('error', () => {
        this._invalid = true;
      });
    }
  }
  return Object.create(driver, { Client: { value: ListeningClient } });
}
