// Compared by name, to avoid loading Sequelize.
const FOREIGN_KEY = 'SequelizeForeignKeyConstraintError';
const NO_CONNECTION = /^Sequelize(Connection|InvalidConnection|AccessDenied|Host)\w*Error$/;
const nameOf = (error: unknown) => (error as { name?: unknown } | null)?.name;

/** Returns true if a write failed because the referenced row was deleted meanwhile. */
export function isAlreadyGone(error: unknown): boolean {
  return nameOf(error) === FOREIGN_KEY;
}

const BUSY_FULL_OR_AWAY =
  /SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)|^(25006|57P0[123]|53[0-4]00|08\w{3}|55P03|57014|ECONN\w+|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
/** Matches the driver’s messages for a broken connection; these errors have no code. */
const BROKEN_CONNECTION = /^(?:Connection terminated|Client (?:was closed|has encountered a connection error))/;

const DAMAGED = /SQLITE_(?:CORRUPT|NOTADB)/;

/** Returns true if an error means that the file of the database is damaged (SQLite). */
export function isDatabaseDamaged(error: unknown): boolean {
  const { original, message } = (error ?? {}) as Fault & { original?: Fault };
  return DAMAGED.test(String(original?.message ?? message));
}

type Fault = { code?: unknown; message?: unknown; severity?: unknown };

/** Returns true if an error means that the database is busy, full or unavailable, so that a retry makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const name = nameOf(error);
  if (typeof name === 'string' && NO_CONNECTION.test(name)) return true;
  const fault = faultOf(error);
  if (typeof fault?.message === 'string' && BROKEN_CONNECTION.test(fault.message)) return true;
  return typeof fault?.code === 'string' && BUSY_FULL_OR_AWAY.test(fault.code);
}

/** Returns true if a statement was ended at its limit of time or of waiting for a lock: the database answers others. */
export function isOutOfTime(error: unknown): boolean {
  return /^(57014|55P03)$/.test(String(faultOf(error)?.code));
}

const FULL = /SQLITE_FULL|ENOSPC|^53100$/;

/** Returns true if an error means that the disk of the database is full: reads work, writes fail. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = faultOf(error) ?? {};
  return FULL.test(String(code)) || FULL.test(String(message));
}

/** Returns true if the file of the database, or its folder, cannot be written (SQLite). */
export const isFileReadOnly = (error: unknown): boolean => /^SQLITE_READONLY/.test(String(faultOf(error)?.code));

/**
 * Returns the driver's error. Sequelize wraps it, except in the first statements of a connection, which a pooler
 * refuses while it has none to the database. Errors of other services have codes like ECONNREFUSED, but no severity.
 */
function faultOf(error: unknown): Fault | null {
  const { original, severity, message } = (error ?? {}) as Fault & { original?: Fault };
  if (original) return original;
  const isOfDriver = severity !== undefined || BROKEN_CONNECTION.test(String(message));
  return isOfDriver ? (error as Fault) : null;
}
