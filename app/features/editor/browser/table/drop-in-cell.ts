import type { EditorView } from '@codemirror/view';
import { type CellElement, moveTo } from '#app/features/editor/browser/table/cell-place.ts';
import { offsetsIn, placeCaret } from '#app/features/editor/browser/table/cell-text.ts';
import { setCell } from '#app/features/editor/browser/table/edit-table.ts';
import { escapeCell, flatText } from '#app/features/editor/browser/table/parse-table.ts';
import { currentTable } from '#app/features/editor/browser/table/write-cells.ts';

/** Puts the browser's cursor at a point of the window, if that is in the cell. */
function pointAt(cell: CellElement, { clientX, clientY }: DragEvent): void {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  if (place && cell.contains(place.offsetNode)) getSelection()?.collapse(place.offsetNode, place.offset);
}

/**
 * Moves text that is dragged from the text around into a cell; with Ctrl or Option, copies it. One change does both, so
 * that undo never leaves the words nowhere. Returns false for text from elsewhere, which the browser drops.
 */
export function dropInCell(event: DragEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const { from, to } = view.state.selection.main;
  const text = flatText(view.state.sliceDoc(from, to));
  const isFromText = view.dom.hasAttribute('data-dragging') && !document.activeElement?.closest('.cm-table');
  const table = currentTable(box, view);
  const isAround = from < table.to && to > table.from;
  if (text === '' || !isFromText || isAround) return false;
  moveTo(cell);
  pointAt(cell, event);
  const [at] = offsetsIn(cell);
  const shown = cell.textContent ?? '';
  const wanted = shown.slice(0, at) + text + shown.slice(at);
  const { rowIndex } = cell.parentElement as HTMLTableRowElement;
  const edits = setCell(table.source, rowIndex, cell.cellIndex, escapeCell(wanted).trim());
  const removed = event.ctrlKey || event.altKey ? [] : [{ from, to }];
  const inserted = edits.map((edit) => ({ ...edit, from: table.from + edit.from, to: table.from + edit.to }));
  view.dispatch({ changes: [...inserted, ...removed], userEvent: 'input.table' });
  placeCaret(cell, [at, at + text.length]);
  return true;
}
