import { expect, test } from 'vitest';
import { applyChange, currentSpot, moveRequest } from '#app/features/tree/browser/tree-changes.ts';
import {
  OWN,
  readBranches,
  SHARED,
  type TreeModel,
  takeBranches,
  visibleRows,
} from '#app/features/tree/browser/tree-model.ts';
import { dropAt, isRootKey, mayEnter, mayMove, spotByKey } from '#app/features/tree/browser/tree-rules.ts';
import type { TreeRow } from '#app/services/documents/open-branches.ts';

/**
 * `- a`, ` - b` …: one line per row, two spaces per level; `+` is open, `*` is closed with children, `!` is editable.
 */
function rowsOf(text: string): TreeRow[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, blanks, kind, id, edit] = /^( *)([-+*]) (\w+)(!?)$/.exec(line)!;
      const row = { id: id!, title: id!.toUpperCase(), icon: null, notice: null, level: blanks!.length / 2 + 1 };
      return { ...row, isLeaf: kind === '-', isOpen: kind === '+', ...(edit ? { canEdit: true as const } : {}) };
    });
}
const modelOf = (own: string, shared = '') => readBranches({ own: rowsOf(own), shared: rowsOf(shared) });
const linesOf = (model: TreeModel, root: typeof OWN | typeof SHARED = OWN) =>
  visibleRows(model, root).map(({ key, level }) => `${' '.repeat(level - 1)}${key}`);

const PLANTS = '+ a\n  - b\n  + c\n    - d\n  * e\n- f';

test('what the server painted is what is shown, with places among siblings', () => {
  const rows = visibleRows(modelOf(PLANTS), OWN);
  expect(rows.map(({ key, level }) => [key, level])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['d', 3],
    ['e', 2],
    ['f', 1],
  ]);
  expect(rows.map((row) => row.kind === 'document' && [row.place, row.size])).toEqual([
    [1, 2],
    [1, 3],
    [2, 3],
    [1, 1],
    [3, 3],
    [2, 2],
  ]);
});

test('a level of which one page was painted has the ways to the others, and no known size', () => {
  const [first, last] = rowsOf('- x\n- y');
  const own = [
    { ...first!, earlier: { parentId: null, page: 0 } },
    { ...last!, more: { parentId: null, page: 2 } },
  ];
  const rows = visibleRows(readBranches({ own, shared: [] }), OWN);
  expect(rows.map(({ key }) => key)).toEqual(['own.earlier', 'x', 'y', 'own.more']);
  expect(rows[1]).toMatchObject({ size: -1 });
});

test('a page of a level that is known whole brings it up to date; one that does not fit replaces it', () => {
  const whole = modelOf('- v\n- w\n- x\n- y\n- z');
  const page = (text: string) => {
    const own = rowsOf(text);
    own[0]!.earlier = { parentId: null, page: 0 };
    own[0]!.title = 'New';
    return readBranches({ own, shared: [] });
  };
  const fresh = takeBranches(whole, page('- x\n- y'), new Set());
  expect(linesOf(fresh)).toEqual(['v', 'w', 'x', 'y', 'z']);
  expect(fresh.levels.get(OWN)!.nodes[2]!.title).toBe('New');
  expect(linesOf(takeBranches(whole, page('- x\n- q'), new Set()))).toEqual(['own.earlier', 'x', 'q']);
});

test('a move takes a document out and puts it in, and a parent becomes a leaf or ceases to be one', () => {
  const moved = applyChange(modelOf(PLANTS), { kind: 'move', id: 'd', parentKey: 'b', beforeId: null });
  expect(linesOf({ ...moved, open: new Set(['a', 'b', 'c']) })).toEqual(['a', ' b', '  d', ' c', ' e', 'f']);
  const nodes = moved.levels.get('a')!.nodes;
  expect(nodes.map(({ id, isLeaf }) => [id, isLeaf])).toEqual([
    ['b', false],
    ['c', true],
    ['e', false],
  ]);
});

test('a document that the server shows at its new place already is not there twice', () => {
  const model = modelOf(PLANTS);
  const levels = new Map(model.levels).set('e', { nodes: [model.levels.get('c')!.nodes[0]!] });
  const moved = applyChange({ ...model, levels }, { kind: 'move', id: 'd', parentKey: 'e', beforeId: null });
  expect([...moved.levels].filter(([, { nodes }]) => nodes.some(({ id }) => id === 'd'))).toHaveLength(1);
});

test('removing and renaming', () => {
  const renamed = applyChange(modelOf(PLANTS), { kind: 'update', id: 'e', title: 'Peas' });
  expect(renamed.levels.get('a')!.nodes[2]!.title).toBe('Peas');
  expect(linesOf(applyChange(renamed, { kind: 'remove', id: 'a' }))).toEqual(['f']);
});

test.each([
  ['b', { parentKey: OWN, beforeId: 'a' }, { targetId: 'a', dropPosition: -1 }],
  ['b', { parentKey: OWN, beforeId: null }, { targetId: 'f', dropPosition: 1 }],
  ['b', { parentKey: OWN, beforeId: 'f' }, { targetId: 'a', dropPosition: 1 }],
  ['b', { parentKey: 'f', beforeId: null }, { targetId: 'f', dropPosition: 0 }],
  ['b', { parentKey: 'a', beforeId: 'e' }, { targetId: 'c', dropPosition: 1 }],
  ['b', { parentKey: 'c', beforeId: 'd' }, { targetId: 'd', dropPosition: -1 }],
] as const)('%s to %o asks for %o', (id, spot, expected) => {
  expect(moveRequest(modelOf(PLANTS), id, spot, isRootKey)).toEqual({ id, ...expected });
});

test('alone at the root a document is first there', () => {
  const request = moveRequest(modelOf('- a'), 'a', { parentKey: OWN, beforeId: null }, isRootKey);
  expect(request).toEqual({ id: 'a', targetId: null, dropPosition: 0 });
});

test.each([
  ['c', 'up', { parentKey: 'a', beforeId: 'b' }],
  ['b', 'down', { parentKey: 'a', beforeId: 'e' }],
  ['c', 'down', { parentKey: 'a', beforeId: null }],
  ['c', 'in', { parentKey: 'b', beforeId: null }],
  ['c', 'out', { parentKey: OWN, beforeId: 'f' }],
  ['b', 'up', null],
  ['e', 'down', null],
  ['b', 'in', null],
  ['a', 'out', null],
] as const)('a key takes %s %s to %o', (id, how, expected) => {
  expect(spotByKey(modelOf(PLANTS), id, how)).toEqual(expected);
});

test('putting back where it was is one spot', () => {
  expect(currentSpot(modelOf(PLANTS), 'c')).toEqual({ parentKey: 'a', beforeId: 'e' });
});

const drop = (id: string, key: string, y: number, level = 9) => {
  const model = modelOf(PLANTS);
  const found = dropAt(model, visibleRows(model, OWN), id, key, { y, level });
  return found && [found.zone, found.parentKey, found.beforeId, found.level];
};

test.each([
  ['f', 'b', 0.1, 9, ['before', 'a', 'b', 2]],
  ['f', 'b', 0.5, 9, ['into', 'b', null, 3]],
  ['f', 'b', 0.9, 9, ['after', 'a', 'c', 2]],
  // Below an open row, the next line is its first child.
  ['f', 'a', 0.9, 9, ['after', 'a', 'b', 2]],
  // After the last row of two levels, the pointer selects the level.
  ['f', 'd', 0.9, 3, ['after', 'c', null, 3]],
  ['f', 'd', 0.9, 0, ['after', 'a', 'e', 2]],
  ['f', 'e', 0.9, 1, ['after', OWN, 'f', 1]],
  // A document cannot be dropped into itself or its own branch.
  ['a', 'a', 0.5, 9, null],
  ['a', 'b', 0.5, 9, null],
  ['a', 'd', 0.9, 9, null],
  ['c', 'd', 0.1, 9, null],
  // A drop on the last row of its branch moves a document out of it.
  ['c', 'f', 0.1, 9, ['before', OWN, 'f', 1]],
] as const)('%s over %s at %d, level %d: %o', (id, key, y, level, expected) => {
  expect(drop(id, key, y, level)).toEqual(expected);
});

test('in a foreign branch one moves only what one may edit, from and to where one may edit', () => {
  const model = modelOf('- mine', '+ top\n  + open!\n    - one!\n    - two\n  - closed');
  expect(['top', 'open', 'one', 'two', 'closed'].filter((id) => mayMove(model, id))).toEqual(['one']);
  expect(['top', 'open', 'two', 'mine', OWN, SHARED].filter((key) => mayEnter(model, 'one', key))).toEqual(['open']);
  expect(mayEnter(model, 'mine', 'open')).toBe(false);
});
