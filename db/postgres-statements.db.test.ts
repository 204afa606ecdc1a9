import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, disconnect, execute, executeReturning, inTransaction, select } from '#db/connection.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';

const ONE_CONNECTION = { connections: 1, statementSeconds: 30, lockSeconds: 5 };

/** Runs a statement often enough to be prepared. */
async function often<T>(run: () => Promise<T>): Promise<T> {
  for (let nth = 0; nth < 5; nth += 1) await run();
  return run();
}

const preparedTexts = async () =>
  (await select<{ statement: string }>('SELECT statement FROM pg_prepared_statements')).map((row) => row.statement);

describe('statements on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase('postgres');
    connect({ ...database, pool: ONE_CONNECTION });
    await execute('CREATE TABLE leaves (id INTEGER PRIMARY KEY, name TEXT, size INTEGER)');
  });
  afterAll(async () => {
    await disconnect();
    await database.remove();
  });

  test('that run often are planned once, with the values of each run', async () => {
    const find = (id: number) =>
      select('SELECT name FROM leaves WHERE id = $id AND name <> $other', { id, other: '-' });
    const add = (id: number) =>
      execute('INSERT INTO leaves (id, name, size) VALUES ($id, $name, 1)', { id, name: `n${id}` });
    for (let id = 0; id < 6; id += 1) expect(await add(id)).toBe(1);
    for (let id = 0; id < 6; id += 1) expect(await find(id)).toEqual([{ name: `n${id}` }]);
    const rename = 'UPDATE leaves SET name = $name WHERE id = $id RETURNING id';
    expect(await often(() => executeReturning(rename, { id: 3, name: 'n3' }))).toEqual([{ id: 3 }]);
    const prepared = await preparedTexts();
    expect(prepared).toContain('SELECT name FROM leaves WHERE id = $1 AND name <> $2');
    expect(prepared).toContain('UPDATE leaves SET name = $1 WHERE id = $2 RETURNING id');
    expect(prepared.some((text) => text.includes('pg_prepared_statements'))).toBe(false);
  });

  test('that run often are planned once also after thousands that ran once', async () => {
    for (let nth = 0; nth < 1200; nth += 1) await select(`SELECT ${nth} AS nth, $id AS id`, { id: '1' });
    await often(() => select("SELECT name FROM leaves WHERE name = 'late' AND id = $id", { id: 1 }));
    expect(await preparedTexts()).toContain("SELECT name FROM leaves WHERE name = 'late' AND id = $1");
  });

  test('whose plan no longer fits the schema are planned anew, alone and in a transaction', async () => {
    const read = () => select('SELECT size FROM leaves WHERE id = $id', { id: 1 });
    expect(await often(read)).toEqual([{ size: 1 }]);
    await database.run('ALTER TABLE leaves ALTER COLUMN size TYPE TEXT');
    expect(await read()).toEqual([{ size: '1' }]);
    await disconnect();
    connect({ ...database, pool: ONE_CONNECTION });
    expect(await often(read)).toEqual([{ size: '1' }]);
    await database.run('ALTER TABLE leaves ALTER COLUMN size TYPE INTEGER USING CAST(size AS INTEGER)');
    await expect(inTransaction(read)).rejects.toThrow('cached plan');
    expect(await inTransaction(read)).toEqual([{ size: 1 }]);
  });

  test('fail with the names of Sequelize’s errors, and leave their connection usable', async () => {
    const doubled = execute('INSERT INTO leaves (id) VALUES ($id)', { id: 1 });
    await expect(doubled).rejects.toMatchObject({
      name: 'SequelizeUniqueConstraintError',
      original: { code: '23505' },
    });
    await expect(select('SELECT nothing FROM leaves')).rejects.toMatchObject({ name: 'SequelizeDatabaseError' });
    await expect(select('SELECT name FROM leaves WHERE id = $id')).rejects.toThrow('$id has no value');
    expect(await select('SELECT id FROM leaves WHERE id = $id', { id: 2 })).toEqual([{ id: 2 }]);
    expect(await select('SELECT id FROM leaves WHERE name = $name', { name: 'n\0' })).toEqual([]);
  });
});
