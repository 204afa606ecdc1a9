import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type CellElement, moveTo, tableAt } from '#app/features/editor/browser/table/cell-place.ts';
import { focusedCell } from '#app/features/editor/browser/table/cell-range.ts';
import { type Offsets, offsetsIn, placeCaret } from '#app/features/editor/browser/table/cell-text.ts';

type Place = { row: number; column: number; caret: Offsets };

/** Follows the table that has the focus, as a change at its start makes the editor redraw it. */
class FocusedTable {
  start: number | null = null;
  /** The cell before the latest change, and the cursor in it. */
  place: Place | null = null;
  readonly #view: EditorView;
  constructor(view: EditorView) {
    this.#view = view;
  }
  /** Runs before the update is drawn. */
  update({ docChanged, changes }: ViewUpdate): void {
    if (!docChanged || this.start === null) return;
    this.start = changes.mapPos(this.start, 1);
    const cell = focusedCell(this.#view);
    if (!cell) return;
    const { rowIndex: row } = cell.parentElement as HTMLTableRowElement;
    this.place = { row, column: cell.cellIndex, caret: offsetsIn(cell) };
  }
}

export const focusedTable = ViewPlugin.define((view) => new FocusedTable(view));

export function rememberTable(view: EditorView, start: number): void {
  const focused = view.plugin(focusedTable);
  if (focused) focused.start = start;
}

/**
 * Returns the focus that a removed cell had to the same cell of its redrawn table, to the nearest one if its row or
 * column is gone, or to the text if there is no table, for example after undo. Otherwise the next keys would go nowhere.
 */
export function keepFocus(view: EditorView): void {
  if (document.activeElement !== document.body || !view.dom.isConnected) return;
  const { start, place } = view.plugin(focusedTable) ?? {};
  const rows = start == null || !place ? undefined : tableAt(view, start)?.rows;
  const cells = rows?.[Math.min(place!.row, rows.length - 1)]?.cells;
  const cell = cells?.[Math.min(place!.column, cells.length - 1)] as CellElement | undefined;
  if (!cell || !place || !moveTo(cell)) view.focus();
  else placeCaret(cell, place.caret);
}
