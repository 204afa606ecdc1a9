import { ChangeSet, Text } from '@codemirror/state';
import { changedPart, changesBetween } from '#app/features/editor/browser/merge-remote.ts';
import { flatText } from '#app/features/editor/browser/table/parse-table.ts';

type CellElement = HTMLTableCellElement;
/** Anchor and head of a selection. */
export type Offsets = readonly [number, number];

/**
 * The shown text of each open cell for which editor and element last agreed. What is typed and what others change are
 * both changes of it, so neither replaces the other.
 */
const bases = new WeakMap<CellElement, string>();
const composing = new WeakSet<CellElement>();

const textOf = (text: string) => Text.of(text.split('\n'));
const single = (before: string, after: string) => ChangeSet.of(changedPart(before, after), before.length);

/** Shows the source of a focused cell for editing. */
export function openCell(cell: CellElement, shown: string): void {
  bases.set(cell, shown);
  if (cell.textContent !== shown) cell.textContent = shown;
}

/**
 * Returns what was typed since editor and element last agreed, as a change of the cell's current shown text; null if
 * nothing was typed.
 */
export function typedChange(cell: CellElement, current: string): ChangeSet | null {
  const base = bases.get(cell) ?? current;
  const wanted = flatText(cell.textContent ?? '');
  if (wanted === base) return null;
  bases.set(cell, wanted);
  return single(base, wanted).map(changesBetween(base, current));
}

/** Takes a text changed elsewhere into a focused cell. The cursor stays between the same letters. */
export function followText(cell: CellElement, shown: string): void {
  const base = bases.get(cell) ?? shown;
  if (composing.has(cell) || shown === base) return;
  bases.set(cell, shown);
  const text = cell.textContent ?? '';
  if (flatText(text) === shown) return;
  const change = changesBetween(base, shown).map(single(base, text));
  const moved = (offset: number) => change.mapPos(Math.min(offset, text.length));
  const [anchor, head] = offsetsIn(cell);
  cell.textContent = change.apply(textOf(text)).toString();
  placeCaret(cell, [moved(anchor), moved(head)]);
}

/**
 * Removes blanks at the ends that are not in the source of a cell, so that an undone step does not become text with
 * them.
 */
export function dropBlanks(cell: CellElement): void {
  const text = cell.textContent ?? '';
  const kept = flatText(text);
  if (kept === text || kept !== bases.get(cell)) return;
  const cut = text.length - text.trimStart().length;
  const [anchor, head] = offsetsIn(cell);
  cell.textContent = kept;
  placeCaret(cell, [Math.max(0, anchor - cut), Math.max(0, head - cut)]);
}

/** Selects from one offset in the text of a cell to another. */
export function placeCaret(cell: CellElement, [anchor, head]: Offsets): void {
  const node = cell.firstChild ?? cell;
  const length = cell.firstChild ? (cell.textContent?.length ?? 0) : 0;
  getSelection()?.setBaseAndExtent(node, Math.min(anchor, length), node, Math.min(head, length));
}

/** While an input method composes, its cell is not redrawn. */
export const beginComposing = (cell: CellElement) => void composing.add(cell);
export const isComposing = (cell: CellElement) => composing.has(cell);
export const endComposing = (cell: CellElement) => void composing.delete(cell);

/** Returns the offsets of the selection's ends in the text of a cell. */
export function offsetsIn(cell: CellElement): Offsets {
  const selection = getSelection();
  const offset = (node: Node | null | undefined, at: number) => {
    if (!node || !cell.contains(node)) return cell.textContent?.length ?? 0;
    const range = document.createRange();
    range.selectNodeContents(cell);
    range.setEnd(node, at);
    return range.toString().length;
  };
  return [
    offset(selection?.anchorNode, selection?.anchorOffset ?? 0),
    offset(selection?.focusNode, selection?.focusOffset ?? 0),
  ];
}
