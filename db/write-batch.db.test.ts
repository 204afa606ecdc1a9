import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, disconnect, execute, inTransaction, select, writerThread } from '#db/connection.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import { SqliteWriter } from '#db/sqlite-writer.ts';
import { BatchRefused, type Step, writeBatch } from '#db/write-batch.ts';
import { plainStep } from '#db/write-step.ts';
import { createDatabase, describeOnBoth, onPostgres } from '#tests/support/database.ts';

const put = (name: string, more: Partial<Step> = {}): Step => ({
  sql: 'INSERT INTO migrations (name, executed_at) VALUES ($name, 0)',
  bind: { name },
  ...more,
});
const rename = (from: string, to: string, more: Partial<Step> = {}): Step => ({
  sql: 'UPDATE migrations SET name = $to WHERE name = $from',
  bind: { from, to },
  ...more,
});
const find = (name: string, rows: object[]): Step => ({
  sql: 'SELECT name FROM migrations WHERE name = $name',
  bind: { name },
  expects: { rows },
});
const isThere = async (name: string) =>
  (await select('SELECT 1 AS one FROM migrations WHERE name = $name', { name })).length > 0;

describeOnBoth('a batch', (dialect) => {
  test('writes all its steps and reports the rows that each changed', async () => {
    const changed: number[] = [];
    const done = (rows: number) => changed.push(rows);
    await writeBatch([put('one', { done }), rename('absent', 'x', { done }), rename('one', 'two', { done })]);
    expect(changed).toEqual([1, 0, 1]);
    expect(await isThere('two')).toBe(true);
  });

  test('writes nothing if a change that is expected changes no row', async () => {
    const refused = await writeBatch([put('three'), rename('absent', 'x', { expects: 'change' })]).catch((e) => e);
    expect(refused).toBeInstanceOf(BatchRefused);
    expect(refused.step.bind).toEqual({ from: 'absent', to: 'x' });
    expect(await isThere('three')).toBe(false);
  });

  test('writes nothing if rows are not those that were read before', async () => {
    await writeBatch([put('four'), find('four', [{ name: 'four' }])]);
    await expect(writeBatch([put('five'), find('four', [])])).rejects.toThrow(BatchRefused);
    expect([await isThere('four'), await isThere('five')]).toEqual([true, false]);
  });

  test('writes nothing if a statement fails, and the next batch is not affected', async () => {
    const failed = await writeBatch([put('six'), put('six')]).catch((e) => e);
    expect(failed.name).toBe('SequelizeUniqueConstraintError');
    expect(isDatabaseUnavailable(failed)).toBe(false);
    expect(await isThere('six')).toBe(false);
    await writeBatch([put('six')]);
    expect(await isThere('six')).toBe(true);
  });

  test('joins the open transaction', async () => {
    const both = inTransaction(async () => {
      await writeBatch([put('seven')]);
      throw new Error('undone');
    });
    await expect(both).rejects.toThrow('undone');
    expect(await isThere('seven')).toBe(false);
  });

  test('waits for its turn among other writes', async () => {
    const names = Array.from({ length: 20 }, (_, nth) => `turn ${nth}`);
    await Promise.all(
      names.map((name, nth) =>
        nth % 2 === 0
          ? writeBatch([put(name)])
          : inTransaction(() => execute('INSERT INTO migrations (name, executed_at) VALUES ($name, 0)', { name })),
      ),
    );
    expect(await Promise.all(names.map(isThere))).toEqual(names.map(() => true));
  });

  test('reads what its steps left, and holds a step back until those before it are met', async () => {
    const read = (name: string, found: (rows: { name: string }[]) => void): Step => ({
      sql: 'SELECT name FROM migrations WHERE name = $name',
      bind: { name },
      found,
    });
    const rows: object[] = [];
    await writeBatch([put('nine'), read('nine', (found) => rows.push(...found))]);
    expect(rows).toEqual([{ name: 'nine' }]);
    // The second step would fail, but the first is refused.
    const refused = writeBatch([rename('absent', 'x', { expects: 'change' }), put('nine')]);
    await expect(refused).rejects.toThrow(BatchRefused);
  });

  test('meets many others at once without loss', async () => {
    await writeBatch([put('counter', { sql: 'INSERT INTO migrations (name, executed_at) VALUES ($name, 0)' })]);
    const add: Step = {
      sql: 'UPDATE migrations SET executed_at = executed_at + 1 WHERE name = $name',
      bind: { name: 'counter' },
    };
    await Promise.all(Array.from({ length: 40 }, () => writeBatch([add, find('counter', [{ name: 'counter' }])])));
    const [row] = await select<{ at: number }>("SELECT executed_at AS at FROM migrations WHERE name = 'counter'");
    expect(row!.at).toBe(40);
  });

  test('stores bytes as bytes', async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    const held = dialect === 'postgres' ? 'CAST($bytes AS BYTEA)' : '$bytes';
    const hex = dialect === 'postgres' ? `encode(${held}, 'hex')` : `lower(hex(${held}))`;
    await writeBatch([{ sql: `SELECT ${hex} AS hex`, bind: { bytes }, expects: { rows: [{ hex: '00ff0a0d' }] } }]);
  });

  test('that meets a busy or read-only database fails as unavailable', async () => {
    if (dialect === 'postgres') return void (await expectReadOnlyPostgres());
    expect(writerThread()).toBeDefined();
    await writeBatch([{ sql: 'PRAGMA query_only = ON', bind: {} }]).catch(() => undefined);
    const failed = await writeBatch([put('eight')]).catch((e) => e);
    expect(isDatabaseUnavailable(failed)).toBe(true);
    expect(await isThere('eight')).toBe(false);
  });
});

test('a batch whose thread cannot open the file, or ends, fails as unavailable', async () => {
  const writer = new SqliteWriter('/nonexistent/arbor.sqlite');
  const run = () => writer.run([plainStep(put('ten'))]).catch((error) => error);
  expect(isDatabaseUnavailable(await run())).toBe(true);
  expect(isDatabaseUnavailable(await run())).toBe(true);
});

test('a thread without work ends, and another one runs the next batch', async () => {
  const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
  const writer = new SqliteWriter(join(dataDir, 'arbor.sqlite'), { idleMs: 1 });
  const run = (name: string) => writer.run([plainStep(put(name))]);
  expect((await run('thirteen')).outcomes).toEqual([1]);
  await vi.waitFor(() => expect(writer.isRunning).toBe(false));
  expect((await run('fourteen')).outcomes).toEqual([1]);
  await writer.close();
  await remove();
});

test('a process without a writer thread, such as a command, writes a batch itself', async () => {
  const database = await createDatabase('sqlite', { migrated: true });
  connect(database);
  expect(writerThread()).toBeUndefined();
  await writeBatch([put('eleven'), find('eleven', [{ name: 'eleven' }])]);
  await expect(writeBatch([put('twelve'), find('twelve', [])])).rejects.toThrow(BatchRefused);
  expect([await isThere('eleven'), await isThere('twelve')]).toEqual([true, false]);
  await disconnect();
  await database.remove();
});

async function expectReadOnlyPostgres(): Promise<void> {
  const database = await createDatabase('postgres', { migrated: true });
  onTestFinished(async () => {
    await disconnect();
    await database.remove();
  });
  await disconnect();
  await onPostgres(
    database.databaseUrl!,
    `ALTER DATABASE ${new URL(database.databaseUrl!).pathname.slice(1)} SET default_transaction_read_only = on`,
  );
  connect(database);
  const failed = await writeBatch([put('eight')]).catch((e) => e);
  expect(isDatabaseUnavailable(failed)).toBe(true);
}
