import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type CellElement, moveTo, tableAt } from '#app/features/editor/browser/table/cell-place.ts';
import { focusedCell } from '#app/features/editor/browser/table/cell-range.ts';
import { type Offsets, offsetsIn, placeCaret } from '#app/features/editor/browser/table/cell-text.ts';
import { cellsOf, lineOfRow } from '#app/features/editor/browser/table/parse-table.ts';

/** A cell, the cursor in it, and what the latest change left of its text, as a range of the text. */
type Place = { row: number; column: number; caret: Offsets; from: number; to: number };

/** Follows the table that has the focus, as a change at its start makes the editor redraw it. */
class FocusedTable {
  start: number | null = null;
  /** The cell before the latest change. */
  place: Place | null = null;
  readonly #view: EditorView;
  constructor(view: EditorView) {
    this.#view = view;
  }
  /** Runs before the update is drawn. */
  update({ docChanged, changes, startState: { doc } }: ViewUpdate): void {
    if (!docChanged || this.start === null) return;
    const head = doc.lineAt(this.start).number;
    this.start = changes.mapPos(this.start, 1);
    const cell = focusedCell(this.#view);
    if (!cell) return;
    const { rowIndex: row } = cell.parentElement as HTMLTableRowElement;
    const line = doc.line(Math.min(doc.lines, head + lineOfRow(row)));
    const part = cellsOf(line.text, line.from)[cell.cellIndex];
    const [from, to] = part ? [changes.mapPos(part.from, 1), changes.mapPos(part.to, -1)] : [0, 0];
    this.place = { row, column: cell.cellIndex, caret: offsetsIn(cell), from, to };
  }
}

export const focusedTable = ViewPlugin.define((view) => new FocusedTable(view));

export function rememberTable(view: EditorView, start: number): void {
  const focused = view.plugin(focusedTable);
  if (focused) focused.start = start;
}

/**
 * Takes letters out of a table that were typed while their row or column was being removed: behind the closing pipe of
 * a row they would be hidden, or break the table. Returns them.
 */
function takeStranded(view: EditorView, start: number, { from, to }: Place): string {
  const { doc } = view.state;
  const { number } = doc.lineAt(start);
  const line = doc.lineAt(Math.min(from, doc.length));
  if (from >= to || to !== line.to || number === doc.lines) return '';
  const width = Math.min(...[number, number + 1].map((each) => cellsOf(doc.line(each).text).length));
  if (cellsOf(line.text).length <= width) return '';
  const text = doc.sliceString(from, to);
  view.dispatch({ changes: { from, to }, userEvent: 'input.table' });
  return text;
}

/**
 * Returns the focus that a removed cell had to the same cell of its redrawn table, to the nearest one if its row or
 * column is gone, or to the text if there is no table, for example after undo. Otherwise the next keys would go
 * nowhere.
 */
export function keepFocus(view: EditorView): void {
  if (document.activeElement !== document.body || !view.dom.isConnected) return;
  const { start, place } = view.plugin(focusedTable) ?? {};
  if (start == null || !place) {
    view.focus();
    return;
  }
  const stranded = takeStranded(view, start, place);
  const rows = tableAt(view, start)?.rows;
  const cells = rows?.[Math.min(place.row, rows.length - 1)]?.cells;
  const cell = cells?.[Math.min(place.column, cells.length - 1)] as CellElement | undefined;
  if (cell && moveTo(cell)) {
    placeCaret(cell, place.caret);
    if (stranded) document.execCommand('insertText', false, stranded);
  } else {
    view.focus();
    if (stranded) view.dispatch(view.state.replaceSelection(stranded));
  }
}
