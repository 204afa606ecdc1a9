import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SqliteLoneWriter } from '#db/sqlite-lone-writer.ts';
import { SqliteReader } from '#db/sqlite-reader.ts';
import { SqliteReaders } from '#db/sqlite-readers.ts';
import { SqliteWriter } from '#db/sqlite-writer.ts';

test('a file that could not be opened once is opened by the next statement', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-sqlite-'));
  const file = join(folder, 'arbor.sqlite');
  // A folder in place of the file.
  await mkdir(file);
  const writer = new SqliteLoneWriter(file);
  const thread = new SqliteWriter(file);
  const reader = new SqliteReader(file);
  const readers = new SqliteReaders(file);
  onTestFinished(async () => {
    for (const each of [writer, thread, reader, readers]) await each.close();
    await rm(folder, { recursive: true });
  });
  const create = () => writer.run('CREATE TABLE IF NOT EXISTS beds (name TEXT)', {});
  const insert = () => thread.run([{ sql: "INSERT INTO beds VALUES ('north')", bind: {}, isRead: false }]);
  const read = () => Promise.all([reader, readers].map((each) => each.all('SELECT name FROM beds', {})));
  for (const act of [create, insert, read]) {
    await expect(act()).rejects.toThrow('SQLITE_CANTOPEN');
    await expect(act()).rejects.toThrow('SQLITE_CANTOPEN');
  }
  await rmdir(file);
  await create();
  await insert();
  expect(await read()).toEqual([[{ name: 'north' }], [{ name: 'north' }]]);
});

test('a file that was moved is not made again: statements fail until it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-sqlite-'));
  const file = join(folder, 'arbor.sqlite');
  const first = new SqliteLoneWriter(file);
  await first.run('CREATE TABLE beds (name TEXT)', {});
  await first.close();
  await rename(file, `${file}-away`);
  const writer = new SqliteLoneWriter(file);
  const thread = new SqliteWriter(file);
  onTestFinished(async () => {
    for (const each of [writer, thread]) await each.close();
    await rm(folder, { recursive: true });
  });
  const insert = "INSERT INTO beds VALUES ('north')";
  await expect(writer.run(insert, {})).rejects.toThrow('SQLITE_CANTOPEN');
  await expect(thread.run([{ sql: insert, bind: {}, isRead: false }])).rejects.toThrow('SQLITE_CANTOPEN');
  expect(existsSync(file)).toBe(false);
  await rename(`${file}-away`, file);
  expect(await writer.run(insert, {})).toBe(1);
});
