import { expect, test, vi } from 'vitest';
import { currentSpot } from '#app/features/tree/browser/tree-changes.ts';
import { OWN, visibleRows } from '#app/features/tree/browser/tree-model.ts';
import { TreeStore } from '#app/features/tree/browser/tree-store.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import type { TreeRow } from '#app/services/documents/open-branches.ts';
import { until } from '#tests/support/until.ts';

const row = (id: string, more: Partial<TreeRow> = {}): TreeRow => ({
  id,
  title: id,
  icon: null,
  level: 1,
  isLeaf: true,
  isOpen: false,
  notice: null,
  ...more,
});
const entry = (id: string): TreeEntry => ({
  ...{ id, title: id, icon: null, parentId: null, isLeaf: true, isStarred: false, position: 1 },
  permission: 'EDIT',
  noticeType: 'NONE',
});

const reload = async () => {};

/** Builds a tree of `a` (closed, with child `b`) and `f`. */
function plant() {
  const remember = vi.fn(async () => {});
  const children = vi.fn(async () => [entry('b')]);
  const store = new TreeStore({ children, remember });
  store.take({ own: [row('a', { isLeaf: false }), row('f')], shared: [] }, null);
  const shown = () => visibleRows(store.getModel(), OWN).map(({ key }) => key);
  return { store, shown, remember, children };
}

test('a branch opens with its children, closes at once, and both are remembered', async () => {
  const { store, shown, remember, children } = plant();
  await store.open('a');
  expect(shown()).toEqual(['a', 'b', 'f']);
  await store.close('a');
  expect(shown()).toEqual(['a', 'f']);
  await store.open('a');
  expect(children).toHaveBeenCalledTimes(1);
  expect(remember.mock.calls).toEqual([
    ['open', 'a'],
    ['close', 'a'],
    ['open', 'a'],
  ]);
});

test('a branch whose children do not come stays closed', async () => {
  const { store, shown, children } = plant();
  children.mockRejectedValueOnce(new Error('away'));
  await expect(store.open('a')).rejects.toThrow('away');
  expect(shown()).toEqual(['a', 'f']);
});

test('a change is shown at once, and falls away when it is refused', async () => {
  const { store, shown } = plant();
  const { promise, reject } = Promise.withResolvers<void>();
  const sent = store.change({ kind: 'move', id: 'f', parentKey: OWN, beforeId: 'a' }, () => promise, reload);
  expect(shown()).toEqual(['f', 'a']);
  reject(new Error('no'));
  await expect(sent).rejects.toThrow('no');
  expect(shown()).toEqual(['a', 'f']);
});

test('changes are sent one after the other, and one that is refused takes back only itself', async () => {
  const { store, shown } = plant();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = store.change(
    { kind: 'move', id: 'f', parentKey: OWN, beforeId: 'a' },
    () => {
      order.push('one');
      return first.promise;
    },
    reload,
  );
  const two = store.change(
    { kind: 'update', id: 'a', title: 'A' },
    async () => {
      order.push('two');
    },
    reload,
  );
  await until(() => expect(order).toEqual(['one']));
  first.reject(new Error('no'));
  await expect(one).rejects.toThrow('no');
  await two;
  expect(order).toEqual(['one', 'two']);
  expect(shown()).toEqual(['a', 'f']);
  expect(store.getModel().levels.get(OWN)!.nodes[0]!.title).toBe('A');
});

test('a branch closed on the way to the document stays closed when the page comes anew, and opens for another one', async () => {
  const { store, shown } = plant();
  const onTheWay = () => ({
    own: [row('a', { isLeaf: false, isOpen: true }), row('b', { level: 2 }), row('f')],
    shared: [],
  });
  store.take(onTheWay(), 'b');
  await store.close('a');
  store.take(onTheWay(), 'b');
  expect(shown()).toEqual(['a', 'f']);
  store.take(onTheWay(), 'f');
  expect(shown()).toEqual(['a', 'b', 'f']);
});

test('a page requested before a change does not take it back', async () => {
  const { store, shown } = plant();
  const page = (...ids: string[]) => ({ own: ids.map((id) => row(id)), shared: [] });
  const reloaded = Promise.withResolvers<void>();
  store.take(page('a', 'f'), null);
  await store.change(
    { kind: 'move', id: 'f', parentKey: OWN, beforeId: 'a' },
    async () => {},
    () => reloaded.promise,
  );
  store.take(page('a', 'f'), null);
  expect(shown()).toEqual(['f', 'a']);
  store.take(page('f', 'a'), null);
  reloaded.resolve();
  await reloaded.promise;
  store.take(page('a', 'f'), null);
  expect(shown()).toEqual(['a', 'f']);
});

test('what is on top of old pages leaves with the first page that was requested after it', async () => {
  const { store, shown } = plant();
  const page = (...ids: string[]) => ({ own: ids.map((id) => row(id)), shared: [] });
  store.take(page('a', 'f'), null);
  await store.change({ kind: 'remove', id: 'f' }, async () => {}, reload);
  expect(shown()).toEqual(['a']);
  store.take(page('a', 'f'), null);
  expect(shown()).toEqual(['a', 'f']);
});

test('a document that others moved is at its new place alone, and a closed branch loads its children anew', async () => {
  const { store, shown, children } = plant();
  const page = (...own: TreeRow[]) => ({ own, shared: [] });
  children.mockResolvedValueOnce([entry('b'), entry('x')]);
  await store.open('a');
  await store.close('a');
  const opened = row('f', { isLeaf: false, isOpen: true });
  store.take(page(row('a', { isLeaf: false }), opened, row('x', { level: 2 })), 'x');
  expect(shown()).toEqual(['a', 'f', 'x']);
  expect(currentSpot(store.getModel(), 'x')).toEqual({ parentKey: 'f', beforeId: null });
  await store.open('a');
  expect(shown()).toEqual(['a', 'b', 'f', 'x']);
  store.take(page(row('a', { isLeaf: false }), opened, row('b', { level: 2 })), 'b');
  expect(currentSpot(store.getModel(), 'b')).toEqual({ parentKey: 'f', beforeId: null });
});

test('a branch that opens while a page comes shows its children', async () => {
  const { store, shown, remember } = plant();
  const remembered = Promise.withResolvers<void>();
  remember.mockReturnValueOnce(remembered.promise);
  const opening = store.open('a');
  await Promise.resolve();
  store.take({ own: [row('a', { isLeaf: false }), row('f')], shared: [] }, 'f');
  remembered.resolve();
  await opening;
  expect(shown()).toEqual(['a', 'b', 'f']);
});
