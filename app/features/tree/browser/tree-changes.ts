import type { ShownChange } from '#app/browser/document-commands.ts';
import { findPlace, type Level, type TreeModel, type TreeNode } from '#app/features/tree/browser/tree-model.ts';

/** A position between siblings: before one of them, or (null) after the last. */
export type Spot = { parentKey: string; beforeId: string | null };
export type TreeChange = ({ kind: 'move'; id: string } & Spot) | ShownChange;

/** Returns the tree after a change; the same model if the change no longer applies. */
export function applyChange(model: TreeModel, change: TreeChange): TreeModel {
  const place = findPlace(model, change.id);
  if (!place) return model;
  const level = model.levels.get(place.parentKey)!;
  const node = level.nodes[place.index]!;
  if (change.kind === 'update') {
    const { title = node.title, isStarred = node.isStarred } = change;
    const nodes = level.nodes.with(place.index, { ...node, title, isStarred });
    return { ...model, levels: new Map(model.levels).set(place.parentKey, { ...level, nodes }) };
  }
  const without = takeOut(model, change.id);
  return change.kind === 'remove' ? without : putIn(without, node, change);
}

/** Removes a document from every level: the server may already send its new place while the old one is still loaded. */
function takeOut(model: TreeModel, id: string): TreeModel {
  let left = model;
  for (let place = findPlace(left, id); place; place = findPlace(left, id)) {
    const level = left.levels.get(place.parentKey)!;
    const nodes = level.nodes.toSpliced(place.index, 1);
    left = { ...left, levels: new Map(left.levels).set(place.parentKey, { ...level, nodes }) };
    const isEmpty = nodes.length === 0 && !level.earlier && !level.more;
    if (isEmpty) left = setLeaf(left, place.parentKey, true);
  }
  return left;
}

function putIn(model: TreeModel, node: TreeNode, { parentKey, beforeId }: Spot): TreeModel {
  const shown = setLeaf(model, parentKey, false);
  const level = shown.levels.get(parentKey) ?? firstLevel(model, parentKey);
  if (!level) return shown;
  const found = level.nodes.findIndex(({ id }) => id === beforeId);
  const nodes = level.nodes.toSpliced(found < 0 ? level.nodes.length : found, 0, node);
  return { ...shown, levels: new Map(shown.levels).set(parentKey, { ...level, nodes }) };
}

/** Returns the first, empty level of a leaf. For other documents whose children are not loaded, returns null. */
function firstLevel(model: TreeModel, parentKey: string): Level | null {
  const place = findPlace(model, parentKey);
  const parent = place && model.levels.get(place.parentKey)!.nodes[place.index]!;
  return parent?.isLeaf ? { nodes: [] } : null;
}

function setLeaf(model: TreeModel, id: string, isLeaf: boolean): TreeModel {
  const place = findPlace(model, id);
  if (!place) return model;
  const level = model.levels.get(place.parentKey)!;
  const node = level.nodes[place.index]!;
  if (node.isLeaf === isLeaf) return model;
  const nodes = level.nodes.with(place.index, { ...node, isLeaf });
  return { ...model, levels: new Map(model.levels).set(place.parentKey, { ...level, nodes }) };
}

export type MoveRequest = { id: string; targetId: string | null; dropPosition: -1 | 0 | 1 };

/** Builds the API request that moves a document to a spot. `isRoot` recognizes parent keys that are no documents. */
export function moveRequest(model: TreeModel, id: string, spot: Spot, isRoot: (key: string) => boolean): MoveRequest {
  const nodes = model.levels.get(spot.parentKey)?.nodes.filter((node) => node.id !== id) ?? [];
  const found = nodes.findIndex((node) => node.id === spot.beforeId);
  const before = nodes[(found < 0 ? nodes.length : found) - 1];
  if (before) return { id, targetId: before.id, dropPosition: 1 };
  if (found >= 0) return { id, targetId: nodes[found]!.id, dropPosition: -1 };
  return { id, targetId: isRoot(spot.parentKey) ? null : spot.parentKey, dropPosition: 0 };
}

/** Returns a document's current spot, for undo. */
export function currentSpot(model: TreeModel, id: string): Spot | null {
  const place = findPlace(model, id);
  if (!place) return null;
  const next = model.levels.get(place.parentKey)!.nodes[place.index + 1];
  return { parentKey: place.parentKey, beforeId: next?.id ?? null };
}
