import { expect, test } from 'vitest';
import { withoutValues } from '#db/observe-statements.ts';

test('a statement loses its values and keeps its parameters and names', () => {
  const sql =
    'Executed (default): SELECT "v0_1" FROM "users" WHERE "email" = \'o\'\'hara@example.com\' AND "n" IN (12, 3.5) LIMIT $1';
  expect(withoutValues(sql)).toBe('SELECT "v0_1" FROM "users" WHERE "email" = ? AND "n" IN (?, ?) LIMIT $1');
});
