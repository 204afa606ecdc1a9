import { expect, test } from 'vitest';
import { execute, type Read } from '#db/connection.ts';
import { inSnapshot } from '#db/snapshot.ts';
import { streamTable } from '#db/tables.ts';
import { describeOnBoth } from '#tests/support/database.ts';

describeOnBoth('a table that is streamed', () => {
  test('is read whole, few rows at a time, as a row may hold megabytes', async () => {
    const ids = Array.from({ length: 45 }, (_, nth) => `state-${nth}`);
    for (const id of ids) await execute('INSERT INTO spent_states (id, expires_at) VALUES ($id, 0)', { id });
    const found: unknown[] = [];
    let most = 0;
    await inSnapshot(async (read) => {
      const counted: Read = async (sql, bind) => {
        const rows = await read(sql, bind);
        most = Math.max(most, rows.length);
        return rows as never;
      };
      for await (const { id } of streamTable(counted, 'spent_states')) found.push(id);
    });
    expect(found.sort()).toEqual(ids.sort());
    expect(most).toBeLessThanOrEqual(20);
  });
});
