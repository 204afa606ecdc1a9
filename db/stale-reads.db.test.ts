import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, disconnect, execute, select, selectStale } from '#db/connection.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/postgres.ts';

describe('reads that may be late', () => {
  let [primary, replica] = [] as unknown as [TestDatabase, TestDatabase];
  beforeAll(async () => {
    primary = await createDatabase('postgres', { migrated: true });
    replica = await createDatabase('postgres', { migrated: true });
    await replica.run('UPDATE write_probe SET written_at = 2');
  });
  afterAll(async () => {
    await primary.remove();
    await replica.remove();
  });

  const writtenAt = 'SELECT written_at AS "writtenAt" FROM write_probe WHERE id = $id';

  test('come from the replica, everything else from the database itself', async () => {
    connect({ ...primary, databaseReadUrl: replica.databaseUrl });
    await execute('UPDATE write_probe SET written_at = 1');
    expect(await selectStale(writtenAt, { id: 1 })).toEqual([{ writtenAt: 2 }]);
    expect(await select(writtenAt, { id: 1 })).toEqual([{ writtenAt: 1 }]);
    await disconnect();
  });

  test('come from the database itself while the replica does not answer', async () => {
    connect({ ...primary, databaseReadUrl: `postgres://arbor@127.0.0.1:${await freePort()}/away` });
    await execute('UPDATE write_probe SET written_at = 3');
    expect(await selectStale(writtenAt, { id: 1 })).toEqual([{ writtenAt: 3 }]);
    await disconnect();
  });
});
