import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { setToast, type Toast, takeToast } from '#app/http/page-state/toast.ts';
import { cookiesContext } from '#app/http/request/cookies.ts';

/** Sets a toast. Returns the bytes of its cookie and what the next page reads. */
function passOn(toast: Toast): { bytes: number; shown: Toast | null } {
  const kept = new Map<string, string>();
  const context = new RouterContextProvider();
  context.set(cookiesContext, {
    get: (name) => kept.get(name),
    set: (name, value) => void kept.set(name, value),
    clear: (name) => void kept.delete(name),
  });
  setToast(context, toast);
  const bytes = [...kept].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return { bytes, shown: takeToast(context) };
}

test('a long value is cut between characters', () => {
  const { shown } = passOn({ key: 'created', values: { title: `x${'🌱'.repeat(80)}` } });
  expect(shown?.values).toEqual({ title: `x${'🌱'.repeat(79)}…` });
});

test('a toast fits into a cookie, with its undo if possible', () => {
  const words = '园'.repeat(150);
  const query = new URLSearchParams({ q: words }).toString();
  const undo = { action: `/search?${query}`, intent: 'search-save', fields: { name: words, query } };
  const removed = passOn({ key: 'searchRemoved', values: { name: words }, undo });
  expect(removed.bytes).toBeLessThan(4000);
  expect(removed.shown?.undo).toEqual({ ...undo, action: '/search' });
  const long = passOn({ key: 'searchRemoved', undo: { ...undo, fields: { query: 'x'.repeat(4000) } } });
  expect(long.bytes).toBeLessThan(4000);
  expect(long.shown).toEqual({ key: 'searchRemoved', values: {} });
});
