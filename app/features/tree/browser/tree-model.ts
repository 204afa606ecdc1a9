import type { OpenBranches, Siblings, TreeRow } from '#app/services/documents/open-branches.ts';

/** One document of the tree with the viewer's access. */
export type TreeNode = {
  id: string;
  title: string;
  icon: string | null;
  isLeaf: boolean;
  isStarred: boolean;
  canEdit: boolean;
  notice: 'NEW' | 'UPDATE' | null;
};
/** Siblings in order. `earlier` and `more` are set if the server sent only one page of them. */
export type Level = { nodes: readonly TreeNode[]; earlier?: Siblings | undefined; more?: Siblings | undefined };
/** Levels by parent id; one's own roots under OWN, the top documents of shared branches under SHARED. */
export type TreeModel = { levels: ReadonlyMap<string, Level>; open: ReadonlySet<string> };
export type TreeRoot = typeof OWN | typeof SHARED;

export const OWN = 'own';
export const SHARED = 'shared';

/** One line of the tree: a document, or a link to further siblings. */
export type DocumentRow = {
  kind: 'document';
  key: string;
  node: TreeNode;
  parentKey: string;
  /** 1 for a root. */
  level: number;
  isOpen: boolean;
  /** Counted from 1; the size is −1 if only a page of the siblings is known. */
  place: number;
  size: number;
};
export type PagerRow = {
  kind: 'turn';
  key: string;
  parentKey: string;
  level: number;
  to: Siblings;
  isEarlier: boolean;
};
export type Row = DocumentRow | PagerRow;

const isPartial = ({ earlier, more }: Level) => Boolean(earlier || more);

/** Builds the model of the server-rendered tree. */
export function readBranches({ own, shared }: OpenBranches): TreeModel {
  const levels = new Map<string, Level>();
  const open = new Set<string>();
  readRows(own, OWN, levels, open);
  readRows(shared, SHARED, levels, open);
  return { levels, open };
}

function readRows(rows: TreeRow[], root: TreeRoot, levels: Map<string, Level>, open: Set<string>): void {
  const nodes = new Map<string, TreeNode[]>([[root, []]]);
  const ends = new Map<string, Pick<Level, 'earlier' | 'more'>>();
  const way: string[] = [root];
  for (const row of rows) {
    const parent = way[row.level - 1]!;
    const { id, title, icon, isLeaf, notice } = row;
    const canEdit = root === OWN || row.canEdit === true;
    const siblings = nodes.get(parent) ?? [];
    siblings.push({ id, title, icon, isLeaf, isStarred: row.isStarred === true, canEdit, notice });
    nodes.set(parent, siblings);
    if (row.earlier || row.more) ends.set(parent, { ...ends.get(parent), ...endsOf(row) });
    if (row.isOpen) open.add(id);
    way[row.level] = id;
  }
  for (const [parent, siblings] of nodes) levels.set(parent, { nodes: siblings, ...ends.get(parent) });
}

function endsOf({ earlier, more }: TreeRow): Pick<Level, 'earlier' | 'more'> {
  return { ...(earlier ? { earlier } : {}), ...(more ? { more } : {}) };
}

/**
 * Merges the server's current state. A page of a fully known level updates its rows; if it no longer fits, it replaces
 * the level. Of the levels missing from the server's answer only those of `opened` stay, without rows that are
 * elsewhere now: a level that nobody sees would keep places of documents that others have moved.
 */
export function takeBranches(known: TreeModel, told: TreeModel, opened: ReadonlySet<string>): TreeModel {
  const levels = new Map<string, Level>();
  for (const [parent, level] of told.levels) levels.set(parent, takeLevel(known.levels.get(parent), level));
  const placed = new Set([...levels.values()].flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  for (const [parent, level] of known.levels) {
    if (levels.has(parent) || !opened.has(parent)) continue;
    levels.set(parent, { ...level, nodes: level.nodes.filter(({ id }) => !placed.has(id)) });
  }
  return { levels, open: told.open };
}

function takeLevel(known: Level | undefined, told: Level): Level {
  if (!known || isPartial(known) || !isPartial(told)) return told;
  const start = known.nodes.findIndex(({ id }) => id === told.nodes[0]?.id);
  const fits = start >= 0 && told.nodes.every(({ id }, index) => known.nodes[start + index]?.id === id);
  if (!fits) return told;
  return { nodes: known.nodes.toSpliced(start, told.nodes.length, ...told.nodes) };
}

/** Returns the visible lines of one tree in order; any depth without recursion. */
export function visibleRows({ levels, open }: TreeModel, root: TreeRoot): Row[] {
  const rows: Row[] = [];
  const stack = linesOf(levels.get(root), root, 1, open).reverse();
  while (stack.length > 0) {
    const row = stack.pop()!;
    rows.push(row);
    if (row.kind === 'document' && row.isOpen) {
      stack.push(...linesOf(levels.get(row.key), row.key, row.level + 1, open).reverse());
    }
  }
  return rows;
}

function linesOf(level: Level | undefined, parentKey: string, depth: number, open: ReadonlySet<string>): Row[] {
  if (!level) return [];
  const { nodes, earlier, more } = level;
  const size = isPartial(level) ? -1 : nodes.length;
  const lines: Row[] = nodes.map((node, index) => ({
    kind: 'document',
    key: node.id,
    node,
    parentKey,
    level: depth,
    isOpen: open.has(node.id) && !node.isLeaf,
    place: index + 1,
    size,
  }));
  const turn = (to: Siblings, isEarlier: boolean): Row => ({
    kind: 'turn',
    key: `${parentKey}.${isEarlier ? 'earlier' : 'more'}`,
    parentKey,
    level: depth,
    to,
    isEarlier,
  });
  return [...(earlier ? [turn(earlier, true)] : []), ...lines, ...(more ? [turn(more, false)] : [])];
}

/** Finds a document's place; null if no known level has it. */
export function findPlace({ levels }: TreeModel, id: string): { parentKey: string; index: number } | null {
  for (const [parentKey, { nodes }] of levels) {
    const index = nodes.findIndex((node) => node.id === id);
    if (index >= 0) return { parentKey, index };
  }
  return null;
}

export function findNode(model: TreeModel, id: string): TreeNode | null {
  const place = findPlace(model, id);
  return place ? model.levels.get(place.parentKey)!.nodes[place.index]! : null;
}
