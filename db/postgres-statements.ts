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
const RUNS_MIN = 3;
/** Maximum number of statements known, which bounds the plans that a connection holds. */
const KNOWN_MAX = 500;

/** A statement with `$1` for its first parameter, and so on. */
type Numbered = { text: string; parameters: string[]; name: string; runs: number };
const known = new Map<string, Numbered>();
let numbered = 0;

/** Connections that end at PostgreSQL itself. Behind a pooler, the next statement may run in another process. */
const direct = new WeakSet<Client>();

/**
 * Notes whether a connection ends at PostgreSQL itself: a pooler announces another process than the one that answers.
 */
export async function noteIfDirect(connection: Pooled): Promise<void> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (rows[0]?.pid === connection.processID) direct.add(connection);
}

/**
 * Runs `work` with a connection of the pool. One on which it fails otherwise than by the server's answer is dropped.
 */
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
    // A migration changed the type of a column that a plan returns. This connection goes on without names.
    if ((error as { code?: string }).code === CHANGED_PLAN) direct.delete(connection);
    throw new PostgresError(error as Error);
  }
}

/** Like `runOn`, with a connection of the pool; a plan that no longer fits the schema is prepared again. */
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
  const statement = known.get(sql) ?? numberParameters(sql);
  statement.runs += 1;
  const { text, parameters, name, runs } = statement;
  const values = parameters.map((each) => {
    if (!(each in bind)) throw new TypeError(`The parameter $${each} has no value`);
    return withoutNul(bind[each]);
  });
  return runs >= RUNS_MIN && direct.has(connection) ? { name, text, values } : { text, values };
}

/** Texts of PostgreSQL have no NUL: one is written as `\0`, as by Sequelize, so that looking for it finds nothing. */
const withoutNul = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\\0') : value;

/** Replaces the first of the `$name` parameters by `$1`, and so on. Remembers the statement if there is room. */
function numberParameters(sql: string): Numbered {
  const parameters: string[] = [];
  const text = sql.replace(/\$(\w+)/g, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  numbered += 1;
  const statement = { text, parameters, name: `arbor_${numbered}`, runs: 0 };
  if (known.size >= KNOWN_MAX) forgetRare();
  if (known.size < KNOWN_MAX) known.set(sql, statement);
  return statement;
}

/** Forgets statements without a prepared plan, such as parameter lists of a length that rarely occurs. */
function forgetRare(): void {
  for (const [sql, { runs }] of known) if (runs < RUNS_MIN) known.delete(sql);
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
