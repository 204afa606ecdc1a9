import { Tree } from '@lezer/common';

type Name = 'Table' | 'BlockMaths' | 'HTMLBlock';
export type TopBlock = { name: Name; from: number; to: number };

const NAMES = new Set<string>(['Table', 'BlockMaths', 'HTMLBlock'] satisfies Name[]);
const known = new WeakMap<Tree, readonly TopBlock[]>();

/** Returns the top-level tables, formulas and HTML of a text, kept per tree, as several extensions ask at every key. */
export function topBlocks(tree: Tree): readonly TopBlock[] {
  let found = known.get(tree);
  if (!found) {
    found = gather(tree, 0, []);
    known.set(tree, found);
  }
  return found;
}

/**
 * Reads the tree's children, which is thirty times as fast as nodes or a cursor: it runs at every key over all blocks
 * of a text.
 */
function gather(tree: Tree, start: number, found: TopBlock[]): TopBlock[] {
  const { children, positions } = tree;
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (!(child instanceof Tree)) continue;
    const { type, length } = child;
    const from = start + (positions[index] ?? 0);
    // Balancing groups long lists of blocks below nodes without a name.
    if (type.isAnonymous) gather(child, from, found);
    else if (NAMES.has(type.name)) found.push({ name: type.name as Name, from, to: from + length });
  }
  return found;
}
