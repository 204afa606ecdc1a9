import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addToast, dismissToast, getToasts, removeToast, updateToast } from '#app/ui/toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  removeToast();
  vi.useRealTimers();
});

it('specification §4: at most one toast at once, a new one replaces the previous', () => {
  addToast({ title: 'First' });
  const { id } = addToast({ title: 'Second', variant: 'destructive' });
  expect(getToasts()).toEqual([{ id, title: 'Second', variant: 'destructive', open: true }]);
});

it('specification §3: a toast has id, title, description, action, open flag and variant', () => {
  const run = vi.fn();
  const toast = {
    title: 'Moved',
    description: 'To Garden',
    action: { label: 'Undo', run },
    variant: 'default',
  } as const;
  const { id } = addToast(toast);
  expect(getToasts()).toEqual([{ ...toast, id, open: true }]);
});

it('specification §4: a toast is updated in place, by its id or by what adding gave', () => {
  const toast = addToast({ title: 'Uploading' });
  toast.update({ description: '50 %' });
  updateToast(toast.id, { title: 'Uploaded' });
  expect(getToasts()).toEqual([{ id: toast.id, title: 'Uploaded', description: '50 %', open: true }]);
  updateToast('of another day', { title: 'Lost' });
  expect(getToasts()[0]?.title).toBe('Uploaded');
});

it('specification §9: a dismissed toast is closed at once and removed after 1,000,000 ms', () => {
  const toast = addToast({ title: 'Saved' });
  toast.dismiss();
  expect(getToasts().map(({ open }) => open)).toEqual([false]);
  vi.advanceTimersByTime(999_999);
  expect(getToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(getToasts()).toEqual([]);
});

it('specification §4: dismissing without an id closes all, and dismissing twice changes no delay', () => {
  addToast({ title: 'Saved' });
  dismissToast();
  vi.advanceTimersByTime(600_000);
  dismissToast();
  vi.advanceTimersByTime(400_000);
  expect(getToasts()).toEqual([]);
});

it('specification §4: removing takes one or all away at once', () => {
  const first = addToast({ title: 'First' });
  removeToast('of another day');
  expect(getToasts()).toHaveLength(1);
  removeToast(first.id);
  expect(getToasts()).toEqual([]);
  addToast({ title: 'Second' });
  removeToast();
  expect(getToasts()).toEqual([]);
});

it('the removal of a toast that was replaced does not touch the one in its place', () => {
  addToast({ title: 'First' }).dismiss();
  vi.advanceTimersByTime(999_999);
  addToast({ title: 'Second' });
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1_000_000);
  expect(getToasts().map(({ title, open }) => [title, open])).toEqual([['Second', true]]);
});
