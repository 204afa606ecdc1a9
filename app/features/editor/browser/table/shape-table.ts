import type { EditorView } from '@codemirror/view';
import { makeButton } from '#app/browser/make-button.ts';
import { type Align, writeTable } from '#app/features/editor/browser/table/parse-table.ts';
import { currentTable, moveTo } from '#app/features/editor/browser/table/write-cells.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';

type Place = { row: number; column: number };
type Shape = { align: Align[]; rows: string[][] };
type Change = (shape: Shape, place: Place) => Shape | null;

const NEXT_ALIGN = { none: 'center', left: 'center', center: 'right', right: null } as const;

const CHANGES: Record<string, Change> = {
  addRow: ({ align, rows }, { row }) => ({ align, rows: rows.toSpliced(row + 1, 0, []) }),
  addColumn: ({ align, rows }, { column }) => ({
    align: align.toSpliced(column + 1, 0, null),
    rows: rows.map((cells) => cells.toSpliced(column + 1, 0, '')),
  }),
  align: ({ align, rows }, { column }) => ({
    align: align.with(column, NEXT_ALIGN[align[column] ?? 'none']),
    rows,
  }),
  // A GFM table needs its head.
  removeRow: ({ align, rows }, { row }) => (row === 0 ? null : { align, rows: rows.toSpliced(row, 1) }),
  removeColumn: ({ align, rows }, { column }) =>
    align.length === 1
      ? null
      : { align: align.toSpliced(column, 1), rows: rows.map((cells) => cells.toSpliced(column, 1)) },
};

function change(name: string, box: HTMLElement, view: EditorView, place: Place): void {
  const { from, to, table } = currentTable(box, view);
  const rows = table.rows.map((cells) => cells.map(({ text }) => text));
  const next = CHANGES[name]?.({ align: table.align, rows }, place);
  if (!next) return;
  view.dispatch({ changes: { from, to, insert: writeTable(next.align, next.rows) }, userEvent: 'input.table' });
  const { rows: drawn } = box.firstElementChild as HTMLTableElement;
  const row = drawn[Math.min(drawn.length - 1, name === 'addRow' ? place.row + 1 : place.row)];
  const column = name === 'addColumn' ? place.column + 1 : place.column;
  moveTo(row?.cells[Math.min(row.cells.length - 1, column)] as HTMLTableCellElement | undefined);
}

function remove(box: HTMLElement, view: EditorView): void {
  const { from, to } = currentTable(box, view);
  view.dispatch({ changes: { from, to: Math.min(view.state.doc.length, to + 1) }, selection: { anchor: from } });
  view.focus();
}

/** Buttons below a focused table; they act on the focused cell. */
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
