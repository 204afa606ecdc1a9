import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type CellElement, moveTo, tableAt } from '#app/features/editor/browser/table/cell-place.ts';
import { type Offsets, offsetsIn, placeCaret } from '#app/features/editor/browser/table/cell-text.ts';

/** Follows the table that has the focus, as a change at its start makes the editor redraw it. */
class FocusedTable {
  start: number | null = null;
  caret: Offsets | null = null;
  /** Runs before the update is drawn. */
  update({ docChanged, changes }: ViewUpdate): void {
    if (!docChanged || this.start === null) return;
    this.start = changes.mapPos(this.start, 1);
    const cell = document.activeElement?.closest<CellElement>('.cm-table :is(td, th)');
    this.caret = cell ? offsetsIn(cell) : this.caret;
  }
}

export const focusedTable = ViewPlugin.define(() => new FocusedTable());

export function rememberTable(view: EditorView, start: number): void {
  const focused = view.plugin(focusedTable);
  if (focused) focused.start = start;
}

/**
 * Returns the focus that a removed cell had to the same cell of its redrawn table, or to the text if there is none, for
 * example after undo. Otherwise the next keys would go nowhere.
 */
export function keepFocus(view: EditorView, removed: CellElement): void {
  if (document.activeElement !== document.body || !view.dom.isConnected) return;
  const { start, caret } = view.plugin(focusedTable) ?? {};
  const row = (removed.parentElement as HTMLTableRowElement | null)?.rowIndex ?? -1;
  const table = row < 0 || start == null ? undefined : tableAt(view, start);
  const cell = table?.rows[row]?.cells[removed.cellIndex] as CellElement | undefined;
  if (!moveTo(cell)) view.focus();
  else if (caret) placeCaret(cell as CellElement, caret);
}
