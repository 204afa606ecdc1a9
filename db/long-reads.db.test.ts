import { expect, test } from 'vitest';
import { execute, inTransaction, select, selectLong } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';

const COUNTED = 3_000_000;
const LONG = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${COUNTED})
  SELECT COUNT(*) AS total FROM numbers`;
const totalOf = async (rows: Promise<{ total: number | string }[]>) => Number((await rows)[0]!.total);

describeOnBoth('reads that take long', () => {
  test('let short reads pass', async () => {
    const order: string[] = [];
    const long = totalOf(selectLong(LONG)).then((total) => order.push(`long ${total}`));
    const other = totalOf(selectLong(LONG)).then((total) => order.push(`long ${total}`));
    await select('SELECT 1 AS one').then(() => order.push('short'));
    await Promise.all([long, other]);
    expect(order).toEqual(['short', `long ${COUNTED}`, `long ${COUNTED}`]);
  });

  test('see what was written before them, in a transaction too', async () => {
    await execute('CREATE TABLE seen (n INTEGER)');
    await execute('INSERT INTO seen (n) VALUES (1)');
    const counted = () => totalOf(selectLong('SELECT COUNT(*) AS total FROM seen'));
    expect(await counted()).toBe(1);
    const inside = await inTransaction(async () => {
      await execute('INSERT INTO seen (n) VALUES (2)');
      return counted();
    });
    expect([inside, await counted()]).toEqual([2, 2]);
    await execute('DROP TABLE seen');
  });
});
