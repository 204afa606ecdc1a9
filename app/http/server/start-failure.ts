import { ConfigError } from '#app/config.server.ts';
import { isDatabaseDamaged, isDatabaseUnavailable } from '#db/database-errors.ts';

/** Describes in one line why the server does not start, with the variable behind it where one is. */
export function startFailure(error: unknown): string {
  const reason = String((error as Error | null)?.message ?? error).split('\n')[0]!;
  if (error instanceof ConfigError) return reason;
  const variable = process.env.DATABASE_URL?.trim() ? 'DATABASE_URL' : 'DATA_DIR';
  if (isDatabaseUnavailable(error)) return `${variable}: the database does not answer (${reason})`;
  if (isDatabaseDamaged(error)) return `${variable}: the database is damaged (${reason}), see arbor doctor`;
  return `Arbor could not start: ${reason}`;
}
