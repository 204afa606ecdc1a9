import { expect, test } from 'vitest';
import { usageQuery } from '#app/schemas/usage.ts';

test('a report of the API is sorted as asked, else days by date and others by tokens', () => {
  const orderOf = (query: Record<string, string>) => {
    const { sort, order } = usageQuery.parse(query);
    return `${sort} ${order}`;
  };
  expect(orderOf({})).toBe('tokens desc');
  expect(orderOf({ by: 'model', sort: 'email' })).toBe('email desc');
  expect(orderOf({ by: 'user', sort: 'x', order: 'y' })).toBe('tokens desc');
  expect(orderOf({ by: 'day' })).toBe('email asc');
  expect(orderOf({ by: 'day', order: 'desc' })).toBe('email desc');
  expect(orderOf({ by: 'day', sort: 'requests' })).toBe('requests desc');
  expect(orderOf({ by: 'day', sort: 'tokens', order: 'asc' })).toBe('tokens asc');
});
