import { ConnectionError, ForeignKeyConstraintError } from 'sequelize';

/** Whether a write failed because the row it refers to was deleted meanwhile. */
export function isAlreadyGone(error: unknown): boolean {
  return error instanceof ForeignKeyConstraintError;
}

const BUSY_FULL_OR_AWAY =
  /SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)|^(57P0[123]|53[0-4]00|08\d{3}|55P03|57014|ECONN\w+)$/;

/** Whether an error says that the database is busy, full or away, and asking again later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const code = (error as { original?: { code?: unknown } } | null)?.original?.code;
  return typeof code === 'string' && BUSY_FULL_OR_AWAY.test(code);
}
