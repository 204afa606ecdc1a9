import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from 'pg';
import { ConnectionError, Sequelize, type Transaction } from 'sequelize';
import type sqlite3 from 'sqlite3';
import type { PoolLimits } from '#db/connection.ts';
import { withListeningClients } from '#db/listening-client.ts';
import { defineModels } from '#db/models/index.ts';
import { observeModels } from '#db/observe-statements.ts';
import { breakStandstill } from '#db/pool-breaker.ts';
import { noteIfDirect, type Pooled } from '#db/postgres-statements.ts';
import { closeForGood, sqliteDriver } from '#db/sqlite-driver.ts';

/** Async context with Sequelize's current transaction. */
export type Scope = AsyncLocalStorage<Map<string, unknown>>;

const COMMON = { define: { timestamps: false, underscored: true } } as const;

/** Lets every query join the transaction of its async context. Sequelize reads this namespace. */
function joinTransactionsOf(scope: Scope): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
  Sequelize.useCLS({
    get: (name: string) => scope.getStore()?.get(name),
    set: (name: string, value: unknown) => scope.getStore()?.set(name, value),
    run: (work: () => unknown) => scope.run(new Map(), work),
    bind: (work: unknown) => work,
  });
}

/** Opens Sequelize on a SQLite file, with models defined. */
export function openSqlite(file: string, scope: Scope): Sequelize {
  joinTransactionsOf(scope);
  const sequelize = new Sequelize({
    ...COMMON,
    ...observeModels(),
    dialect: 'sqlite',
    dialectModule: sqliteDriver,
    storage: file,
    // Otherwise Sequelize makes the folder again with each connection.
    dialectOptions: { mode: sqliteDriver.OPEN_READWRITE },
    transactionType: 'IMMEDIATE' as Transaction.TYPES,
    // The driver waits ten seconds for a lock. Sequelize would try five times, while all writes of this process wait.
    retry: { max: 1 },
  });
  closeFailedConnections(sequelize);
  return defineModels(sequelize);
}

type SqliteConnection = sqlite3.Database & { uuid?: string };
type SqliteManager = {
  connections: Record<string, SqliteConnection>;
  getConnection: (options?: { uuid?: string }) => Promise<SqliteConnection>;
  destroyConnection: (connection: SqliteConnection) => Promise<void>;
};

/**
 * Closes the connection of a transaction whose BEGIN, COMMIT or ROLLBACK failed, and forgets one that could not be
 * opened. Sequelize removes both from its pool, which SQLite does not use: a refused COMMIT would keep its lock until
 * the end of the process, and each statement without a transaction would get the connection that never opened.
 */
function closeFailedConnections(sequelize: Sequelize): void {
  const manager = sequelize.connectionManager as unknown as SqliteManager;
  const getConnection = manager.getConnection.bind(manager);
  manager.getConnection = async (options) => {
    try {
      return await getConnection(options);
    } catch (error) {
      delete manager.connections[options?.uuid ?? 'default'];
      throw error;
    }
  };
  manager.destroyConnection = async (connection) => {
    delete manager.connections[connection.uuid!];
    await closeForGood(connection);
  };
}

/** Set by a statement, as poolers such as PgBouncer refuse them as connection parameters. */
const limitTimes = (connection: Client, { statementSeconds, lockSeconds }: PoolLimits) =>
  connection.query(`
    SET statement_timeout = '${statementSeconds}s';
    SET lock_timeout = '${lockSeconds}s';
    SET idle_in_transaction_session_timeout = '30s'`) as unknown as Promise<void>;

/** Opens Sequelize on PostgreSQL, with models defined. */
export async function openPostgres(databaseUrl: string, limits: PoolLimits, scope: Scope): Promise<Sequelize> {
  joinTransactionsOf(scope);
  const sequelize = await openPool(databaseUrl, limits);
  refuseRolledBack(sequelize);
  return defineModels(sequelize);
}

type Commit = (transaction: Transaction, options: object) => Promise<[unknown, { command: string }] | undefined>;

/**
 * Fails a COMMIT that PostgreSQL answers with ROLLBACK, which Sequelize takes for success: a statement of the
 * transaction failed, and its error was caught.
 */
function refuseRolledBack(sequelize: Sequelize): void {
  const committing = sequelize.getQueryInterface() as unknown as { commitTransaction: Commit };
  const commit = committing.commitTransaction.bind(committing);
  committing.commitTransaction = async (transaction, options) => {
    // Only a raw query returns the answer of the driver.
    const answer = await commit(transaction, { ...options, type: 'RAW' });
    if (answer?.[1].command === 'ROLLBACK')
      throw new Error('A statement of this transaction failed: nothing of it was committed');
    return answer;
  };
}

/** Parses the address and reads its certificates. What fails there is a fault of the connection, too. */
function parsedBy(parse: typeof import('pg-connection-string').parse, databaseUrl: string) {
  try {
    return parse(databaseUrl);
  } catch (error) {
    throw new ConnectionError(error as Error);
  }
}

/** Opens a pool of connections to PostgreSQL, without models. */
export async function openPool(databaseUrl: string, limits: PoolLimits): Promise<Sequelize> {
  const [{ default: pg }, { parse }] = await Promise.all([import('pg'), import('pg-connection-string')]);
  // Instants and counters are BIGINT on PostgreSQL; they stay below 2^53, so they are parsed as numbers.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  // Sequelize would parse the URL with `url.parse`, which Node deprecates.
  const { host, port, user, password, database, ...more } = parsedBy(parse, databaseUrl);
  const sequelize = new Sequelize({
    ...COMMON,
    ...observeModels(),
    dialect: 'postgres',
    ...(host ? { host } : {}),
    ...(port ? { port: Number(port) } : {}),
    ...(user ? { username: user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    dialectModule: withListeningClients(pg, limits),
    pool: { max: limits.connections, min: 0, acquire: 3000, idle: 10_000 },
    dialectOptions: { ...more, connectionTimeoutMillis: 5000 },
    hooks: {
      afterConnect: async (connection) => {
        await limitTimes(connection as Client, limits);
        await noteIfDirect(connection as Pooled);
      },
    },
  });
  breakStandstill(sequelize);
  return sequelize;
}
