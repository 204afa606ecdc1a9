import { ChangeSet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type CellElement, moveTo } from '#app/features/editor/browser/table/cell-place.ts';
import { focusedCell, rangeInCell } from '#app/features/editor/browser/table/cell-range.ts';
import { offsetsIn, placeCaret } from '#app/features/editor/browser/table/cell-text.ts';
import { changesInCell } from '#app/features/editor/browser/table/change-cell.ts';
import { setCell } from '#app/features/editor/browser/table/edit-table.ts';
import { escapeCell, flatText, unescapeCell } from '#app/features/editor/browser/table/parse-table.ts';
import { currentTable } from '#app/features/editor/browser/table/write-cells.ts';
import { trackRange } from '#app/features/editor/browser/track-range.ts';

/** Puts the browser's cursor at a point of the window, if that is in the cell. */
function pointAt(cell: CellElement, { clientX, clientY }: DragEvent): void {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  if (place && cell.contains(place.offsetNode)) getSelection()?.collapse(place.offsetNode, place.offset);
}

type Drag = { text: ReturnType<typeof trackRange>; ended: AbortController };

/** The selected text of a cell that is being dragged in a view. */
const drags = new WeakMap<EditorView, Drag>();

/** Events that end a drag. A cell that is redrawn meanwhile gets no `dragend`: there the next click ends it. */
const ENDS = ['dragend', 'drop', 'mousedown'] as const;

/** Forgets what is dragged from a cell, and returns where it is now. */
function endDrag(view: EditorView): { from: number; to: number } | null {
  const drag = drags.get(view);
  drags.delete(view);
  drag?.ended.abort();
  return drag?.text.end() ?? null;
}

export function startDrag(view: EditorView): void {
  endDrag(view);
  const range = rangeInCell(view);
  if (!range) return;
  const { anchor, head } = range;
  const text = trackRange(view, { from: Math.min(anchor, head), to: Math.max(anchor, head) });
  const ended = new AbortController();
  drags.set(view, { text, ended });
  for (const name of ENDS) window.addEventListener(name, () => endDrag(view), { signal: ended.signal });
}

/** Returns what is dragged; null for text from elsewhere. */
function takeDragged(view: EditorView): Dragged | null {
  const { from, to } = view.state.selection.main;
  const inCell = endDrag(view);
  if (inCell) return { ...inCell, isCell: true };
  const isFromText = view.dom.hasAttribute('data-dragging') && !focusedCell(view);
  return isFromText ? { from, to, isCell: false } : null;
}

type Dragged = { from: number; to: number; isCell: boolean };

/**
 * Moves text that is dragged from the text around or another cell into a cell; with Ctrl or Option, copies it. One
 * change does both, so that undo never leaves the words nowhere. Returns false for other text, which the browser drops.
 */
export function dropInCell(event: DragEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const isWithin = cell === document.activeElement;
  const source = takeDragged(view);
  if (!source || isWithin) return false;
  const { from, to } = source;
  const text = flatText(view.state.sliceDoc(from, to));
  const table = currentTable(box, view);
  const isAround = !source.isCell && from < table.to && to > table.from;
  if (text === '' || isAround) return false;
  moveTo(cell);
  pointAt(cell, event);
  const [at] = offsetsIn(cell);
  const shown = cell.textContent ?? '';
  const inserted = source.isCell ? unescapeCell(text) : text;
  const wanted = shown.slice(0, at) + inserted + shown.slice(at);
  const { rowIndex } = cell.parentElement as HTMLTableRowElement;
  const isCopy = event.ctrlKey || event.altKey;
  const cut = { from, to, insert: '' };
  const removed = view.state.changes(isCopy ? [] : (source.isCell && changesInCell(view.state, cut)) || cut);
  const start = removed.mapPos(table.from);
  const left = removed.apply(view.state.doc).sliceString(start, removed.mapPos(table.to));
  const edits = setCell(left, rowIndex, cell.cellIndex, escapeCell(wanted).trim());
  const filled = ChangeSet.of(
    edits.map((edit) => ({ ...edit, from: start + edit.from, to: start + edit.to })),
    removed.newLength,
  );
  view.dispatch({ changes: removed.compose(filled), userEvent: 'input.table' });
  placeCaret(cell, [at, at + inserted.length]);
  return true;
}
