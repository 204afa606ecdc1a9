import type { Dialect } from '#db/connection.ts';

/** Context of a migration: a function to run statements, and the column types that differ by database. */
export type MigrationContext = {
  run: (sql: string) => Promise<unknown>;
  dialect: Dialect;
  /** An id or other text, compared bytewise so that both databases sort alike. */
  key: string;
  number: string;
  /** An auto-increment primary key that never reuses a number. */
  serial: string;
};
export type Migration = {
  name: string;
  up: (context: MigrationContext) => Promise<void>;
  down: (context: MigrationContext) => Promise<void>;
};
