import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTypeAhead } from '#app/ui/type-ahead.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LABELS = ['Light', 'Dark', 'System', 'Sepia'];

it('specification §9: what is typed in a menu is forgotten after 1 second', () => {
  const find = createTypeAhead();
  expect(find('s', LABELS, -1)).toBe(2);
  vi.advanceTimersByTime(999);
  expect(find('e', LABELS, 2)).toBe(3);
  vi.advanceTimersByTime(1000);
  expect(find('d', LABELS, 3)).toBe(1);
});

it('each letter begins the second anew', () => {
  const find = createTypeAhead();
  const labels = ['Sand', 'Sepia', 'Sea', 'Seal'];
  for (const letter of 'sea') {
    find(letter, labels, 0);
    vi.advanceTimersByTime(999);
  }
  expect(find('l', labels, 2)).toBe(3);
});

it('one letter again and again goes round', () => {
  const find = createTypeAhead();
  const first = find('s', LABELS, -1);
  const second = find('s', LABELS, first);
  expect([first, second, find('s', LABELS, second)]).toEqual([2, 3, 2]);
});

it('nothing is found where nothing begins so, in capitals or not', () => {
  const find = createTypeAhead();
  expect([find('X', LABELS, 0), createTypeAhead()('D', LABELS, 0)]).toEqual([-1, 1]);
});
