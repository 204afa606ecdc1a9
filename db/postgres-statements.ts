import type { Client, QueryConfig, QueryResult } from 'pg';
import type { Sequelize } from 'sequelize';

type Binds = Record<string, unknown>;
/** A connection of the pool; `pipeline` sends statements without waiting for the answers before. */
export type Pooled = Client & { pipeline: boolean; processID: number | null; _invalid?: boolean };
type Connections = {
  getConnection(options: { type: string }): Promise<Pooled>;
  releaseConnection(connection: Pooled): void;
};

/** Number of runs from which a statement is prepared by name: PostgreSQL then plans it once for each connection. */
const USES_MIN = 3;
/** Maximum number of statements known, which bounds the plans that a connection holds. */
const KNOWN_MAX = 500;

type Known = { text: string; names: string[]; name: string; uses: number };
const known = new Map<string, Known>();

/** Connections that end at PostgreSQL itself. Behind a pooler, the next statement may run in another process. */
const direct = new WeakSet<Client>();

/** Notes whether a connection ends at PostgreSQL itself: a pooler announces another process than the one that answers. */
export async function noteIfDirect(connection: Pooled): Promise<void> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (rows[0]?.pid === connection.processID) direct.add(connection);
}

/** Runs `work` with a connection of the pool. One on which it fails otherwise than by the server's answer is dropped. */
export async function withPooled<T>(
  sequelize: Sequelize,
  type: 'read' | 'write',
  work: (connection: Pooled) => Promise<T>,
): Promise<T> {
  const { connectionManager } = sequelize as unknown as { connectionManager: Connections };
  const connection = await connectionManager.getConnection({ type });
  try {
    return await work(connection);
  } catch (error) {
    const failure = error instanceof PostgresError ? error : new PostgresError(error as Error);
    if (!isAnswer(failure.original)) connection._invalid = true;
    throw failure;
  } finally {
    connectionManager.releaseConnection(connection);
  }
}

/** Runs one statement with `$name` parameters on a connection. Throws errors with Sequelize's names. */
export async function runOn(connection: Client, sql: string, bind: Binds): Promise<QueryResult> {
  try {
    return await connection.query(asPrepared(connection, sql, bind));
  } catch (error) {
    // After a migration, a plan may have columns of another type. The next statement on this connection is planned anew.
    if ((error as { code?: string }).code === CHANGED_PLAN) direct.delete(connection);
    throw new PostgresError(error as Error);
  }
}

/** Like `runOn`, with a connection of the pool; a plan that no longer fits the schema is made anew. */
export async function runPooled(
  sequelize: Sequelize,
  type: 'read' | 'write',
  sql: string,
  bind: Binds,
): Promise<QueryResult> {
  return withPooled(sequelize, type, async (connection) => {
    const isPlanned = direct.has(connection);
    try {
      return await runOn(connection, sql, bind);
    } catch (error) {
      if (isPlanned && !direct.has(connection)) return runOn(connection, sql, bind);
      throw error;
    }
  });
}

const CHANGED_PLAN = '0A000';
/** Errors that PostgreSQL answers have a severity; others mean that the connection is lost. */
const isAnswer = (error: Error) => (error as { severity?: string }).severity === 'ERROR';

/** Numbers the parameters of a statement, and names it if it ran often on a connection of PostgreSQL itself. */
function asPrepared(connection: Client, sql: string, bind: Binds): QueryConfig {
  const found = known.get(sql) ?? learn(sql);
  found.uses += 1;
  const { text, names, name, uses } = found;
  const values = names.map((each) => {
    if (!(each in bind)) throw new TypeError(`The parameter $${each} has no value`);
    return withoutNul(bind[each]);
  });
  return uses >= USES_MIN && name !== '' && direct.has(connection) ? { name, text, values } : { text, values };
}

/** Texts of PostgreSQL have no NUL: one is written as `\0`, as by Sequelize, so that looking for it finds nothing. */
const withoutNul = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\\0') : value;

/** Replaces the first of the `$name` parameters by `$1`, and so on. */
function learn(sql: string): Known {
  const names: string[] = [];
  const text = sql.replace(/\$(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const isFull = known.size >= KNOWN_MAX;
  const learned = { text, names, name: isFull ? '' : `arbor_${known.size}`, uses: 0 };
  if (!isFull) known.set(sql, learned);
  return learned;
}

const NAMES: Record<string, string> = { '23503': 'ForeignKeyConstraint', '23505': 'UniqueConstraint' };

/** Uses Sequelize's error names, so that errors are classified in one place (`database-errors.ts`). */
export class PostgresError extends Error {
  readonly original: Error;

  constructor(original: Error) {
    super(original.message);
    this.name = `Sequelize${NAMES[(original as { code?: string }).code ?? ''] ?? 'Database'}Error`;
    this.original = original;
  }
}
