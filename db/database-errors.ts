// Compared by name, to avoid loading Sequelize.
const FOREIGN_KEY = 'SequelizeForeignKeyConstraintError';
const NO_CONNECTION = /^Sequelize(Connection|InvalidConnection|AccessDenied|Host)\w*Error$/;
const nameOf = (error: unknown) => (error as { name?: unknown } | null)?.name;

/** Returns true if a write failed because the referenced row was deleted meanwhile. */
export function isAlreadyGone(error: unknown): boolean {
  return nameOf(error) === FOREIGN_KEY;
}

const BUSY_FULL_OR_AWAY =
  /SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)|^(25006|57P0[123]|53[0-4]00|08\d{3}|55P03|57014|ECONN\w+|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;

/** Returns true if an error means that the database is busy, full or unavailable, so that a retry makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const name = nameOf(error);
  if (typeof name === 'string' && NO_CONNECTION.test(name)) return true;
  const code = (error as { original?: { code?: unknown } } | null)?.original?.code;
  return typeof code === 'string' && BUSY_FULL_OR_AWAY.test(code);
}
