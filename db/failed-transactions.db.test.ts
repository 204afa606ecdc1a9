import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sqlite3 from 'sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  afterCommit,
  connect,
  database,
  disconnect,
  execute,
  fileOfSqlite,
  inTransaction,
  models,
  select,
} from '#db/connection.ts';
import { openSnapshot } from '#db/snapshot.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

const OPEN_FILES = '/proc/self/fd';
/** SQLite itself keeps a few descriptors of closed connections open. */
const FAILURES = 8;

function openFilesIn(folder: string): number {
  const paths = readdirSync(OPEN_FILES).map((name) => {
    try {
      return readlinkSync(join(OPEN_FILES, name));
    } catch {
      // The descriptor that listed the folder is closed again.
      return '';
    }
  });
  return paths.filter((path) => path.startsWith(folder)).length;
}

describeOnBoth('a transaction whose commit is refused', (dialect) => {
  const moveBelowNothing = (id: string) =>
    inTransaction(() => execute("UPDATE documents SET parent_id = 'nothing' WHERE id = $id", { id }));

  test('is rolled back, and holds no lock', async () => {
    const { id } = await buildDocument({ owner: await buildUser() });
    await expect(moveBelowNothing(id)).rejects.toThrow(/foreign key/i);
    expect(await inTransaction(() => execute('UPDATE documents SET version = 2 WHERE id = $id', { id }))).toBe(1);
    expect(await execute('UPDATE documents SET version = 3 WHERE id = $id', { id })).toBe(1);
    expect(await select('SELECT parent_id, version FROM documents WHERE id = $id', { id })).toEqual([
      { parent_id: null, version: 3 },
    ]);
  });

  test.runIf(dialect === 'postgres')('fails if one of its statements failed, whoever caught that', async () => {
    const { id } = await buildDocument({ owner: await buildUser() });
    let isTold = false;
    const broken = inTransaction(async () => {
      afterCommit(() => {
        isTold = true;
      });
      await execute('UPDATE documents SET version = 9 WHERE id = $id', { id });
      await execute("INSERT INTO shares (id) VALUES ('no columns')").catch(() => undefined);
    });
    await expect(broken).rejects.toThrow('nothing of it was committed');
    expect([isTold, await select('SELECT version FROM documents WHERE id = $id', { id })]).toEqual([
      false,
      [{ version: 1 }],
    ]);
  });

  test('runs nothing that waits for its commit', async () => {
    const { id } = await buildDocument({ owner: await buildUser() });
    const ran: string[] = [];
    const failing = inTransaction(async () => {
      afterCommit(() => ran.push('refused'));
      await moveBelowNothing(id);
    });
    await expect(failing).rejects.toThrow(/foreign key/i);
    const broken = inTransaction(async () => {
      afterCommit(() => ran.push('broken off'));
      throw new Error('on purpose');
    });
    await expect(broken).rejects.toThrow('on purpose');
    await inTransaction(async () => {
      afterCommit(() => ran.push('first'));
      await inTransaction(async () => afterCommit(() => ran.push('second')));
      expect(ran).toEqual([]);
    });
    expect(ran).toEqual(['first', 'second']);
    afterCommit(() => ran.push('at once'));
    expect(ran).toEqual(['first', 'second', 'at once']);
  });
});

describeOnBoth('a snapshot that cannot begin', (dialect) => {
  test.runIf(dialect === 'postgres')('is rolled back, and holds no connection', async () => {
    const sequelize = await database();
    const query = sequelize.query.bind(sequelize) as (sql: string, options: object) => Promise<unknown>;
    onTestFinished(() => void Object.assign(sequelize, { query }));
    const refuse = (sql: string, options: object) =>
      sql.startsWith('SET LOCAL') ? Promise.reject(new Error('on purpose')) : query(sql, options);
    Object.assign(sequelize, { query: refuse });
    await expect(openSnapshot()).rejects.toThrow('on purpose');
    const open = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'";
    expect(await select(open)).toEqual([]);
  });

  test.runIf(dialect === 'sqlite' && existsSync(OPEN_FILES))('is closed', async () => {
    await select('SELECT 1');
    const before = openFilesIn(dirname(fileOfSqlite()!));
    const { prepare } = sqlite3.Database.prototype;
    onTestFinished(() => void Object.assign(sqlite3.Database.prototype, { prepare }));
    function refuse(this: sqlite3.Database, sql: string, ...more: never[]) {
      if (sql === 'BEGIN') throw new Error('on purpose');
      return prepare.call(this, sql, ...more);
    }
    Object.assign(sqlite3.Database.prototype, { prepare: refuse });
    for (let nth = 0; nth < FAILURES; nth += 1) await expect(openSnapshot()).rejects.toThrow('on purpose');
    expect(openFilesIn(dirname(fileOfSqlite()!))).toBeLessThan(before + FAILURES);
  });
});

describe('the connections of failed transactions on SQLite', () => {
  const write = () => execute('UPDATE write_probe SET written_at = 1 WHERE id = 1');
  let own: TestDatabase;
  let file: string;
  beforeAll(async () => {
    own = await createDatabase('sqlite', { migrated: true });
    file = join(own.dataDir, 'arbor.sqlite');
    connect(own);
  });
  afterAll(async () => {
    await disconnect();
    await own.remove();
  });

  test('one that could not be opened is opened again', async () => {
    const readProbe = async () => (await models()).WriteProbe.findAll({ raw: true });
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    await expect(readProbe()).rejects.toThrow('SQLITE_CANTOPEN');
    await expect(inTransaction(write)).rejects.toThrow('SQLITE_CANTOPEN');
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    expect(await readProbe()).toHaveLength(1);
    expect(await inTransaction(write)).toBe(1);
  });

  test.runIf(existsSync(OPEN_FILES))('are closed, whether BEGIN or COMMIT failed', async () => {
    const dangle = () => execute("INSERT INTO documents_moved (id) VALUES ('nothing')");
    await execute('CREATE TABLE documents_moved (id TEXT REFERENCES documents (id) DEFERRABLE INITIALLY DEFERRED)');
    const before = openFilesIn(own.dataDir);
    for (let nth = 0; nth < FAILURES; nth += 1) await expect(inTransaction(dangle)).rejects.toThrow('FOREIGN KEY');
    const sequelize = await database();
    const other = new sqlite3.Database(file);
    await exec(other, 'BEGIN IMMEDIATE');
    const startedAt = performance.now();
    await expect(inTransaction(write)).rejects.toThrow('SQLITE_BUSY');
    // The driver's timeout is ten seconds; repeated attempts would hold up all writes of a process for a minute.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await exec(other, 'ROLLBACK');
    await new Promise<void>((done) => other.close(() => done()));
    const { connections } = sequelize.connectionManager as unknown as { connections: object };
    expect(Object.keys(connections).filter((id) => id !== 'default')).toEqual([]);
    expect(await inTransaction(write)).toBe(1);
    expect(openFilesIn(own.dataDir)).toBeLessThan(before + FAILURES);
    await disconnect();
    expect(openFilesIn(own.dataDir)).toBe(0);
    connect(own);
  });
});

const exec = (database: sqlite3.Database, sql: string) =>
  new Promise<void>((done, failed) => database.exec(sql, (error) => (error ? failed(error) : done())));
