import type { Spot } from '#app/features/tree/browser/tree-changes.ts';
import {
  type DocumentRow,
  findNode,
  findPlace,
  OWN,
  type Row,
  SHARED,
  type TreeModel,
} from '#app/features/tree/browser/tree-model.ts';

export const isRootKey = (key: string) => key === OWN || key === SHARED;

/** Moving a document away changes its parent: a shared branch requires edit access to both. The server decides. */
export function mayMove(model: TreeModel, id: string): boolean {
  const place = findPlace(model, id);
  if (!place || place.parentKey === SHARED) return false;
  const isParentOpen = place.parentKey === OWN || findNode(model, place.parentKey)?.canEdit === true;
  return isParentOpen && findNode(model, id)!.canEdit;
}

/** Allows targets in the same tree with edit access, outside the document's own branch. */
export function mayEnter(model: TreeModel, id: string, parentKey: string): boolean {
  if (parentKey === SHARED) return false;
  if (parentKey !== OWN && !findNode(model, parentKey)?.canEdit) return false;
  const path = pathToRoot(model, parentKey);
  return !path.includes(id) && path.at(-1) === pathToRoot(model, id).at(-1);
}

/** Returns a key and its ancestors, the root's key last. */
function pathToRoot(model: TreeModel, key: string): string[] {
  const path = [key];
  while (!isRootKey(path.at(-1)!)) {
    const place = findPlace(model, path.at(-1)!);
    if (!place) break;
    path.push(place.parentKey);
  }
  return path;
}

/** A drop position, with the line drawn for it. */
export type Drop = Spot & { key: string; zone: 'before' | 'into' | 'after'; level: number };
/** The pointer's position in a row: `y` from 0 (top) to 1, `level` by its horizontal position. */
export type Pointer = { y: number; level: number };

const EDGE = 0.28;

/**
 * Returns what a drop here would do, or null if not allowed. After the last row of several levels, the pointer's
 * horizontal position selects the level.
 */
export function dropAt(model: TreeModel, rows: Row[], id: string, key: string, pointer: Pointer): Drop | null {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (row?.kind !== 'document') return null;
  const zone = pointer.y < EDGE ? 'before' : pointer.y > 1 - EDGE ? 'after' : 'into';
  const drop = zone === 'after' && !row.isOpen ? after(model, rows, index, pointer.level) : beside(model, row, zone);
  const isAllowed = row.key !== id && mayEnter(model, id, drop.parentKey) && mayMove(model, id);
  return isAllowed ? drop : null;
}

function beside(model: TreeModel, row: DocumentRow, zone: Drop['zone']): Drop {
  const { key, level, parentKey } = row;
  if (zone === 'before') return { key, zone, level, parentKey, beforeId: key };
  // Below an open row, the next line is its first child.
  const first = model.levels.get(key)?.nodes[0]?.id ?? null;
  return { key, zone, level: level + 1, parentKey: key, beforeId: first };
}

function after(model: TreeModel, rows: Row[], index: number, wanted: number): Drop {
  const row = rows[index] as DocumentRow;
  const lowest = Math.min(rows[index + 1]?.level ?? 1, row.level);
  const level = Math.max(lowest, Math.min(wanted, row.level));
  // The nearest row at or above this one on the wanted level; the drop goes after it.
  const before = rows.slice(0, index + 1).findLast((each) => each.kind === 'document' && each.level === level);
  const { parentKey, key } = before as DocumentRow;
  return { key: row.key, zone: 'after', level, parentKey, beforeId: nextSibling(model, parentKey, key) };
}

function nextSibling(model: TreeModel, parentKey: string, id: string): string | null {
  const nodes = model.levels.get(parentKey)!.nodes;
  return nodes[nodes.findIndex((node) => node.id === id) + 1]?.id ?? null;
}

export type KeyMove = 'up' | 'down' | 'in' | 'out';

/** Returns where a key moves a document; null if it can move no further. */
export function spotByKey(model: TreeModel, id: string, move: KeyMove): Spot | null {
  const place = findPlace(model, id);
  if (!place) return null;
  const { parentKey, index } = place;
  const { nodes } = model.levels.get(parentKey)!;
  if (move === 'up') return index > 0 ? { parentKey, beforeId: nodes[index - 1]!.id } : null;
  if (move === 'down') return index + 1 < nodes.length ? { parentKey, beforeId: nodes[index + 2]?.id ?? null } : null;
  if (move === 'in') return index > 0 ? { parentKey: nodes[index - 1]!.id, beforeId: null } : null;
  const above = findPlace(model, parentKey);
  return above ? { parentKey: above.parentKey, beforeId: nextSibling(model, above.parentKey, parentKey) } : null;
}
