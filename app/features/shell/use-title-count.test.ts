import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefixTitle } from '#app/features/shell/use-title-count.ts';

const page = { title: '', head: {} };
let changed = () => {};

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(onChange: () => void) {
        changed = onChange;
      }
      observe() {}
      disconnect() {
        changed = () => {};
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test('the count stands before a title that begins like one, and is all that is removed', () => {
  page.title = '(2024) Plan';
  const remove = prefixTitle('(3) ');
  expect(page.title).toBe('(3) (2024) Plan');
  changed();
  expect(page.title).toBe('(3) (2024) Plan');
  remove();
  expect(page.title).toBe('(2024) Plan');
});

test('a title that changes later gets the count too', () => {
  page.title = 'Plan';
  const remove = prefixTitle('(3) ');
  page.title = 'Garden';
  changed();
  expect(page.title).toBe('(3) Garden');
  remove();
  expect(page.title).toBe('Garden');
});
