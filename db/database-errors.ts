// By name: an error of Sequelize's must not be what loads it.
const FOREIGN_KEY = 'SequelizeForeignKeyConstraintError';
const NO_CONNECTION = /^Sequelize(Connection|InvalidConnection|AccessDenied|Host)\w*Error$/;
const nameOf = (error: unknown) => (error as { name?: unknown } | null)?.name;

/** Whether a write failed because the row it refers to was deleted meanwhile. */
export function isAlreadyGone(error: unknown): boolean {
  return nameOf(error) === FOREIGN_KEY;
}

const BUSY_FULL_OR_AWAY =
  /SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)|^(57P0[123]|53[0-4]00|08\d{3}|55P03|57014|ECONN\w+)$/;

/** Whether an error says that the database is busy, full or away, and asking again later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const name = nameOf(error);
  if (typeof name === 'string' && NO_CONNECTION.test(name)) return true;
  const code = (error as { original?: { code?: unknown } } | null)?.original?.code;
  return typeof code === 'string' && BUSY_FULL_OR_AWAY.test(code);
}
