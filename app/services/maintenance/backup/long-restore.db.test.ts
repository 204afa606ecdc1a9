import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBackup, restoreBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { connect, disconnect, select } from '#db/connection.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('postgres', { migrated: true });
  const pool = { connections: 2, statementSeconds: 1, lockSeconds: 1 };
  connect({ dataDir: database.dataDir, databaseUrl: database.databaseUrl, pool });
});
afterAll(async () => {
  await disconnect();
  await database.remove();
});

test('a restore has statements that take longer than others may, such as the migration of a large table', async () => {
  const file = join(database.dataDir, 'all.zip');
  const { rows } = await writeBackup(file);
  const backup = await openBackup(file);
  const read = backup.archive.read.bind(backup.archive);
  backup.archive.read = async (path) => {
    backup.archive.read = read;
    await select('SELECT pg_sleep(7)');
    return read(path);
  };
  expect(await restoreBackup(backup)).toMatchObject({ rows });
}, 30_000);
