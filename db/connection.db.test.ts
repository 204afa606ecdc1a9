import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, database, disconnect, execute, inTransaction, models, select } from '#db/connection.ts';
import { DatabaseProbe } from '#db/database-probe.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from '#tests/support/database.ts';

const PRAGMAS = { journal_mode: 'wal', synchronous: 2, busy_timeout: 10_000, foreign_keys: 1 };

const INSERT = 'INSERT INTO migrations (name, executed_at) VALUES ($name, 1)';
const OPEN_FILES = '/proc/self/fd';

function readlinkIfThere(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // The descriptor that listed the folder is closed again.
    return undefined;
  }
}

async function pragmas(): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(PRAGMAS)) {
    const [row] = await select<Record<string, unknown>>(`PRAGMA ${name}`);
    values[name] = Object.values(row!)[0];
  }
  return values;
}

describe('SQLite connections', () => {
  let empty: TestDatabase;
  beforeAll(async () => {
    empty = await createDatabase('sqlite');
    connect(empty);
    await migrate();
  });
  afterAll(async () => {
    await disconnect();
    await empty.remove();
  });

  test('L2: have WAL, FULL, a busy timeout and foreign keys outside a transaction', async () => {
    expect(await pragmas()).toEqual(PRAGMAS);
  });

  test('L2: have them inside a transaction, in one after another, and after one that failed', async () => {
    expect(await inTransaction(pragmas)).toEqual(PRAGMAS);
    expect(await inTransaction(pragmas)).toEqual(PRAGMAS);
    const failing = inTransaction(async () => {
      await execute("INSERT INTO migrations (name, executed_at) VALUES ('unfinished', 1)");
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await inTransaction(pragmas)).toEqual(PRAGMAS);
    expect(await select("SELECT name FROM migrations WHERE name = 'unfinished'")).toEqual([]);
  });

  test.runIf(existsSync(OPEN_FILES))(
    'are all closed by disconnect, those that a transaction has just returned too',
    async () => {
      const own = await createDatabase('sqlite', { migrated: true });
      await disconnect();
      connect(own);
      const write = () => execute('UPDATE write_probe SET written_at = 1 WHERE id = 1');
      for (let nth = 0; nth < 3; nth += 1) await inTransaction(write);
      await disconnect();
      const open = readdirSync(OPEN_FILES).map((name) => readlinkIfThere(join(OPEN_FILES, name)));
      expect(open.filter((path) => path?.startsWith(own.dataDir))).toEqual([]);
      await own.remove();
      connect(empty);
    },
  );

  test('L2: come from an SQLite that has the WAL-reset fix', async () => {
    const [row] = await select<{ version: string }>('SELECT sqlite_version() AS version');
    const [major = 0, minor = 0, patch = 0] = row!.version.split('.').map(Number);
    expect(major * 1_000_000 + minor * 1000 + patch).toBeGreaterThanOrEqual(3_051_003);
  });
});

describeOnBoth('a connection', (dialect) => {
  test('binds values and never pastes them in', async () => {
    const value = `'; DROP TABLE users; -- $me \\ %`;
    const [row] = await select<{ echo: string }>('SELECT CAST($value AS TEXT) AS echo', { value });
    expect(row?.echo).toBe(value);
  });

  test('rolls everything back when the work of a transaction fails', async () => {
    const failing = inTransaction(async () => {
      await execute("INSERT INTO migrations (name, executed_at) VALUES ('outer', 1)");
      await inTransaction(() => execute("INSERT INTO migrations (name, executed_at) VALUES ('inner', 1)"));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await select("SELECT name FROM migrations WHERE name IN ('outer', 'inner')")).toEqual([]);
  });

  test('L4: loses no write of 50 transactions that read before they write', async () => {
    await execute('CREATE TABLE counters (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)');
    await execute('INSERT INTO counters (id, value) VALUES (1, 0)');
    const forUpdate = dialect === 'postgres' ? 'FOR UPDATE' : '';
    const addOne = () =>
      inTransaction(async () => {
        const [row] = await select<{ value: number }>(`SELECT value FROM counters WHERE id = 1 ${forUpdate}`);
        await execute('UPDATE counters SET value = $value WHERE id = 1', { value: row!.value + 1 });
      });
    await Promise.all(Array.from({ length: 50 }, addOne));
    const [row] = await select<{ value: number }>('SELECT value FROM counters WHERE id = 1');
    expect(row?.value).toBe(50);
  });

  test('knows whether its database answers', async () => {
    const [read, write] = [new DatabaseProbe('read'), new DatabaseProbe('write')];
    await execute('ALTER TABLE write_probe RENAME TO away');
    expect([await read.succeeds(), await write.succeeds()]).toEqual([false, false]);
    await execute('ALTER TABLE away RENAME TO write_probe');
    expect([await read.succeeds(), await write.succeeds()]).toEqual([true, true]);
    await Promise.all([read.close(), write.close()]);
    expect((await database()).getDialect()).toBe(dialect);
  });

  test.runIf(dialect === 'postgres')('L7: takes another connection for one that was lost meanwhile', async () => {
    const [read, write] = [new DatabaseProbe('read'), new DatabaseProbe('write')];
    expect([await read.succeeds(), await write.succeeds()]).toEqual([true, true]);
    const others = "datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%write_probe%'";
    const ended = await select(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${others}`);
    expect(ended.length).toBeGreaterThanOrEqual(2);
    expect([await read.succeeds(), await write.succeeds()]).toEqual([true, true]);
    await Promise.all([read.close(), write.close()]);
  });
});

test('a transaction under way while its database is closed ends in it, and writes nothing into the next one', async () => {
  await expect(database()).rejects.toThrow('not connected');
  const [first, next] = [await createDatabase('sqlite', { migrated: true }), await createDatabase('sqlite')];
  const written = () => select('SELECT name FROM migrations WHERE name = $name', { name: 'late' });
  connect(first);
  const { promise: isOpen, resolve: openGate } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const late = inTransaction(async () => {
    begin();
    await isOpen;
    await execute(INSERT, { name: 'late' });
  });
  await hasBegun;
  const closed = disconnect();
  openGate();
  await Promise.all([late, closed]);
  connect(next);
  await migrate();
  expect(await written()).toEqual([]);
  await disconnect();
  connect(first);
  expect(await written()).toEqual([{ name: 'late' }]);
  await disconnect();
  await Promise.all([first.remove(), next.remove()]);
});

test('a database that cannot be opened does not stay: another one is connected after it', async () => {
  const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
  connect({ dataDir, databaseUrl: 'postgres://[' });
  await expect(database()).rejects.toThrow('Invalid URL');
  await expect(disconnect()).rejects.toThrow('Invalid URL');
  connect({ dataDir });
  expect(await select('SELECT COUNT(*) AS n FROM users')).toEqual([{ n: 0 }]);
  await disconnect();
  await remove();
});

describeOnBoth('a transaction that failed', () => {
  test.each([
    ['a statement', async (name: string) => void (await execute(INSERT, { name }))],
    ['a model', async () => void (await (await models()).WriteProbe.create({ id: 7, writtenAt: 1 }))],
    ['a transaction', (name: string) => inTransaction(async () => void (await execute(INSERT, { name })))],
  ])('writes nothing more through %s that comes after its end', async (kind, write) => {
    let late: Promise<void> = Promise.resolve();
    const failing = inTransaction(async () => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => write(kind));
      late.catch(() => undefined);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await expect(late).rejects.toThrow('has ended');
    expect(await select('SELECT name FROM migrations WHERE name = $kind', { kind })).toEqual([]);
  });
});
