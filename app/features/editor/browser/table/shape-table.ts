import type { EditorView } from '@codemirror/view';
import { makeButton } from '#app/browser/make-button.ts';
import { moveTo, tableIn } from '#app/features/editor/browser/table/cell-place.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  type Edit,
  removeColumn,
  removeRow,
} from '#app/features/editor/browser/table/edit-table.ts';
import { currentTable, dispatchEdits } from '#app/features/editor/browser/table/write-cells.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';

type Place = { row: number; column: number };

const CHANGES: Record<string, (source: string, place: Place) => Edit[]> = {
  addRow: (source, { row }) => addRow(source, row),
  addColumn: (source, { column }) => addColumn(source, column),
  align: (source, { column }) => alignColumn(source, column),
  removeRow: (source, { row }) => removeRow(source, row),
  removeColumn: (source, { column }) => removeColumn(source, column),
};

function change(name: string, box: HTMLElement, view: EditorView, place: Place): void {
  const { from, source } = currentTable(box, view);
  const edits = CHANGES[name]?.(source, place) ?? [];
  if (edits.length === 0) return;
  dispatchEdits(view, from, edits, 'input.table');
  const { rows: drawn } = tableIn(box);
  const row = drawn[Math.min(drawn.length - 1, name === 'addRow' ? place.row + 1 : place.row)];
  const column = name === 'addColumn' ? place.column + 1 : place.column;
  moveTo(row?.cells[Math.min(row.cells.length - 1, column)] as HTMLTableCellElement | undefined);
}

function remove(box: HTMLElement, view: EditorView): void {
  const { from, to } = currentTable(box, view);
  view.dispatch({ changes: { from, to: Math.min(view.state.doc.length, to + 1) }, selection: { anchor: from } });
  view.focus();
}

/** Buttons below a focused table, over the text: no line moves. They act on the focused cell. */
export function shapeButtons(view: EditorView, box: HTMLElement): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'cm-table-tools';
  let place: Place = { row: 0, column: 0 };
  box.addEventListener('focusin', (event) => {
    const cell = (event.target as Element).closest<HTMLTableCellElement>('td, th');
    if (cell) place = { row: (cell.parentElement as HTMLTableRowElement).rowIndex, column: cell.cellIndex };
  });
  for (const name of [...Object.keys(CHANGES), 'removeTable']) {
    const button = makeButton(textOf(view, `editor.table.${name}`));
    // Keep the focus in the cell on mouse clicks.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () =>
      name === 'removeTable' ? remove(box, view) : change(name, box, view, place),
    );
    bar.append(button);
  }
  return bar;
}
