import type { Dialect } from '#db/connection.ts';

/** What a migration works with: one statement at a time, and the column types that differ between the databases. */
export type MigrationContext = {
  run: (sql: string) => Promise<unknown>;
  dialect: Dialect;
  /** An id or another text compared byte by byte, so that both databases sort alike. */
  key: string;
  number: string;
  /** A primary key that counts up and never gives a number twice. */
  serial: string;
};
export type Migration = {
  name: string;
  up: (context: MigrationContext) => Promise<void>;
  down: (context: MigrationContext) => Promise<void>;
};
