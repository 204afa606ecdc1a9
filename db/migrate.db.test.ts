import { afterEach, describe, expect, test } from 'vitest';
import { connect, type Dialect, database, disconnect, execute, select } from '#db/connection.ts';
import { migrate, migrateDown, migrationStatus } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { createDatabase, DIALECTS, type TestDatabase } from '#tests/support/database.ts';

const names = migrations.map(({ name }) => name);
const TABLES = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = \'public\' ORDER BY tablename COLLATE "C"',
};

describe.each(DIALECTS)('migrations (%s)', (dialect) => {
  let empty: TestDatabase;
  const tables = async () => (await select<{ name: string }>(TABLES[dialect as Dialect])).map(({ name }) => name);

  afterEach(async () => {
    await disconnect();
    await empty.remove();
  });

  test('run up, down and up again, and leave the same tables', async () => {
    empty = await createDatabase(dialect);
    connect(empty);
    expect(await migrate()).toEqual(names);
    const after = await tables();
    expect(after).toContain('documents');
    expect(await migrateDown(names[0])).toEqual(names.toReversed());
    expect(await tables()).toEqual(['migrations']);
    expect(await migrate()).toEqual(names);
    expect(await tables()).toEqual(after);
  });

  test('tell what ran and what waits', async () => {
    empty = await createDatabase(dialect);
    connect(empty);
    expect(await migrationStatus()).toEqual({ executed: [], pending: names, unknown: [] });
    await migrate();
    await migrateDown();
    expect(await migrationStatus()).toEqual({ executed: names.slice(0, -1), pending: names.slice(-1), unknown: [] });
    expect(await migrate()).toEqual(names.slice(-1));
  });

  test('recorded under their former, dated names do not run again', async () => {
    empty = await createDatabase(dialect);
    connect(empty);
    await migrate();
    for (const name of names) {
      await execute('UPDATE migrations SET name = $former WHERE name = $name', {
        name,
        former: name.replace(/^\d{4}/, '2026-11-21'),
      });
    }
    expect(await migrationStatus()).toEqual({ executed: names, pending: [], unknown: [] });
    expect(await migrate()).toEqual([]);
    const recorded = await select<{ name: string }>('SELECT name FROM migrations ORDER BY name');
    expect(recorded.map(({ name }) => name)).toEqual(names);
  });

  test('refuse a database of a newer version, and name what is unknown', async () => {
    empty = await createDatabase(dialect);
    connect(empty);
    await migrate();
    await execute("INSERT INTO migrations (name, executed_at) VALUES ('9999-tomorrow', 1)");
    expect((await migrationStatus()).unknown).toEqual(['9999-tomorrow']);
    await expect(migrate()).rejects.toThrow('9999-tomorrow');
  });

  test('L9: run once when several connections migrate at the same time', async () => {
    empty = await createDatabase(dialect);
    connect(empty);
    const ran = await Promise.all([migrate(), migrate(), migrate(), migrate()]);
    expect(ran.flat().sort()).toEqual([...names].sort());
    const rows = await (await database()).query('SELECT name FROM migrations', { plain: false });
    expect(rows[0]).toHaveLength(names.length);
  });

  test('leave nothing behind when one of them fails', async () => {
    empty = await createDatabase(dialect);
    connect(empty);
    migrations.push({
      name: '9999-broken',
      up: async ({ run }) => {
        await run('CREATE TABLE half (id INTEGER)');
        await run('CREATE TABLE half (id INTEGER)');
      },
      down: async () => undefined,
    });
    try {
      await expect(migrate()).rejects.toThrow();
    } finally {
      migrations.pop();
    }
    expect(await tables()).toEqual([]);
  });
});
