import type { EditorView } from '@codemirror/view';
import { makeButton } from '#app/browser/make-button.ts';
import { drawIcon } from '#app/features/editor/browser/draw-icon.ts';
import { moveTo, tableIn } from '#app/features/editor/browser/table/cell-place.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  type Edit,
  removeColumn,
  removeRow,
} from '#app/features/editor/browser/table/edit-table.ts';
import { type IsWritten, moveColumn, moveRow } from '#app/features/editor/browser/table/move-cells.ts';
import { currentTable, dispatchEdits } from '#app/features/editor/browser/table/write-cells.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';
import { writtenByOthers } from '#app/features/editor/browser/writers.ts';

/** The focused cell. `ahead` is 1 if columns run from left to right, -1 otherwise. */
type Place = { row: number; column: number; ahead: 1 | -1; isWritten: IsWritten };
type Shape = {
  edit: (source: string, place: Place) => Edit[];
  /** Rows and columns from the focused cell to the one that gets the focus; none if it keeps its place. */
  focus?: (place: Place) => readonly [rows: number, columns: number];
  icon?: string;
};

const back = ({ ahead }: Place) => (ahead === 1 ? -1 : 1);
const SHAPES = {
  addRow: { edit: (source, { row }) => addRow(source, row), focus: () => [1, 0] },
  addColumn: { edit: (source, { column }) => addColumn(source, column), focus: () => [0, 1] },
  align: { edit: (source, { column }) => alignColumn(source, column) },
  moveUp: {
    edit: (source, { row, isWritten }) => moveRow(source, row, -1, isWritten),
    focus: () => [-1, 0],
    icon: 'arrow-up',
  },
  moveDown: {
    edit: (source, { row, isWritten }) => moveRow(source, row, 1, isWritten),
    focus: () => [1, 0],
    icon: 'arrow-down',
  },
  moveLeft: {
    edit: (source, place) => moveColumn(source, place.column, back(place), place.isWritten),
    focus: (place) => [0, back(place)],
    icon: 'arrow-left',
  },
  moveRight: {
    edit: (source, { column, ahead, isWritten }) => moveColumn(source, column, ahead, isWritten),
    focus: ({ ahead }) => [0, ahead],
    icon: 'arrow-right',
  },
  removeRow: { edit: (source, { row }) => removeRow(source, row) },
  removeColumn: { edit: (source, { column }) => removeColumn(source, column) },
} satisfies Record<string, Shape>;
export type ShapeName = keyof typeof SHAPES;

const shapeOf = (name: ShapeName): Shape => SHAPES[name];

function placeOf(cell: HTMLTableCellElement, view: EditorView, tableFrom: number): Place {
  const { rowIndex } = cell.parentElement as HTMLTableRowElement;
  const isWritten = writtenByOthers(view.state);
  return {
    row: rowIndex,
    column: cell.cellIndex,
    ahead: getComputedStyle(cell).direction === 'rtl' ? -1 : 1,
    isWritten: ({ from, to }) => isWritten({ from: tableFrom + from, to: tableFrom + to }),
  };
}

/** Changes the shape of the table around a cell. Does nothing where the change is impossible. */
export function shapeTable(name: ShapeName, box: HTMLElement, view: EditorView, cell: HTMLTableCellElement): void {
  const { edit, focus } = shapeOf(name);
  const { from, source } = currentTable(box, view);
  const place = placeOf(cell, view, from);
  const edits = edit(source, place);
  if (edits.length === 0) return;
  const [rows, columns] = focus?.(place) ?? [0, 0];
  dispatchEdits(view, from, edits, 'input.table');
  const { rows: drawn } = tableIn(box);
  const row = drawn[Math.min(drawn.length - 1, place.row + rows)];
  const next = row?.cells[Math.min(row.cells.length - 1, place.column + columns)] as HTMLTableCellElement | undefined;
  if (next !== document.activeElement) moveTo(next);
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
  let focused: HTMLTableCellElement | null = null;
  const showPossible = () => {
    if (!focused?.isConnected) return;
    const { from, source } = currentTable(box, view);
    const place = placeOf(focused, view, from);
    for (const [name, button] of buttons)
      button.ariaDisabled = shapeOf(name).edit(source, place).length === 0 ? 'true' : null;
  };
  const buttons = (Object.keys(SHAPES) as ShapeName[]).map((name) => {
    const button = toolButton(textOf(view, `editor.table.${name}`), shapeOf(name).icon);
    button.addEventListener('click', () => {
      if (focused?.isConnected) shapeTable(name, box, view, focused);
      showPossible();
    });
    return [name, button] as const;
  });
  box.addEventListener('focusin', ({ target }) => {
    focused = (target as Element).closest<HTMLTableCellElement>('td, th') ?? focused;
    showPossible();
  });
  const removing = toolButton(textOf(view, 'editor.table.removeTable'));
  removing.addEventListener('click', () => remove(box, view));
  bar.append(...buttons.map(([, button]) => button), removing);
  return bar;
}

function toolButton(label: string, icon?: string): HTMLButtonElement {
  const button = makeButton(icon ? '' : label);
  if (icon) {
    button.ariaLabel = label;
    button.title = label;
    button.append(drawIcon(icon));
  }
  // Keep the focus in the cell on mouse clicks.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}
