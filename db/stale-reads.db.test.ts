import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, disconnect, execute, select, selectStale } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
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

  test('come from the database itself for 30 seconds after the replica failed, whatever the error', async () => {
    const clock = stopClock();
    const faults: unknown[] = [];
    const note = (fault: unknown) => void faults.push(fault);
    subscribe('arbor:replica-failed', note);
    connect({ ...primary, databaseReadUrl: replica.databaseUrl });
    const probe = () => selectStale(writtenAt, { id: 1 });
    await execute('UPDATE write_probe SET written_at = 4');
    // The migrations of this version have not arrived yet.
    await replica.run('ALTER TABLE write_probe RENAME TO later');
    expect(await probe()).toEqual([{ writtenAt: 4 }]);
    await replica.run('ALTER TABLE later RENAME TO write_probe');
    clock.advance(29);
    expect(await probe()).toEqual([{ writtenAt: 4 }]);
    clock.advance(1);
    expect(await probe()).toEqual([{ writtenAt: 2 }]);
    expect(faults).toMatchObject([{ error: { original: { code: '42P01' } } }]);
    await expect(selectStale('SELECT nothing FROM write_probe')).rejects.toThrow('nothing');
    unsubscribe('arbor:replica-failed', note);
    await disconnect();
  });

  test('come from the database itself while the replica does not answer', async () => {
    connect({ ...primary, databaseReadUrl: `postgres://arbor@127.0.0.1:${await freePort()}/away` });
    await execute('UPDATE write_probe SET written_at = 3');
    expect(await selectStale(writtenAt, { id: 1 })).toEqual([{ writtenAt: 3 }]);
    await disconnect();
  });
});
