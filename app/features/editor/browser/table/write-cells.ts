import { redo, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import {
  escapeCell,
  parseTable,
  type Table,
  unescapeCell,
  writeTable,
} from '#app/features/editor/browser/table/parse-table.ts';
import { renderInline } from '#app/features/editor/browser/table/render-inline.ts';

type CellElement = HTMLTableCellElement;

/** Where the table stands now, and what is in it. */
export function currentTable(box: HTMLElement, view: EditorView): { from: number; to: number; table: Table } {
  const from = view.posAtDOM(box);
  const rows = (box.firstElementChild as HTMLTableElement).rows.length;
  const last = view.state.doc.line(view.state.doc.lineAt(from).number + rows);
  return { from, to: last.to, table: parseTable(view.state.sliceDoc(from, last.to)) };
}

function write(cell: CellElement, box: HTMLElement, view: EditorView): void {
  const { from, to, table } = currentTable(box, view);
  const row = (cell.parentElement as HTMLTableRowElement).rowIndex;
  const column = cell.cellIndex;
  const text = escapeCell(cell.textContent ?? '');
  const known = table.rows[row]?.[column];
  if (known?.text === text) return;
  if (known) {
    view.dispatch({ changes: { from: from + known.from, to: from + known.to, insert: text }, userEvent: 'input.type' });
    return;
  }
  // A row that was written with fewer cells than the head is completed.
  const rows = table.rows.map((cells) => cells.map((each) => each.text));
  const own = rows[row];
  if (!own) return;
  while (own.length < column) own.push('');
  own[column] = text;
  view.dispatch({ changes: { from, to, insert: writeTable(table.align, rows) }, userEvent: 'input.type' });
}

/** The cell is written as its source while the cursor is in it. */
function open(cell: CellElement): void {
  cell.dataset.open = '';
  cell.textContent = unescapeCell(cell.dataset.source ?? '');
}

function close(cell: CellElement, box: HTMLElement, view: EditorView): void {
  if (!cell.isConnected || cell === document.activeElement) return;
  write(cell, box, view);
  cell.replaceChildren(renderInline(cell.dataset.source ?? ''));
  delete cell.dataset.open;
}

/** Lets the cells be written in, and the keys move between them. */
export function listen(box: HTMLElement, view: EditorView): void {
  const cellOf = (event: Event) => (event.target as Element).closest<CellElement>('td, th');
  box.addEventListener('focusin', (event) => {
    const cell = cellOf(event);
    if (cell) open(cell);
  });
  box.addEventListener('focusout', (event) => {
    const cell = cellOf(event);
    // A cell also loses the focus when a change takes it away, in the midst of that change.
    if (cell) queueMicrotask(() => close(cell, box, view));
  });
  box.addEventListener('input', (event) => {
    const cell = cellOf(event);
    if (cell && !(event as InputEvent).isComposing) write(cell, box, view);
  });
  box.addEventListener('compositionend', (event) => {
    const cell = cellOf(event);
    if (cell) write(cell, box, view);
  });
  box.addEventListener('keydown', (event) => {
    const cell = cellOf(event);
    if (cell && !event.isComposing && pressed(event, cell, box, view)) event.preventDefault();
  });
}

function pressed(event: KeyboardEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'z') return (event.shiftKey ? redo : undo)(view) || true;
  if (isCommand && event.key.toLowerCase() === 'y') return redo(view) || true;
  if (event.key === 'Tab') return step(cell, event.shiftKey ? -1 : 1, box, view);
  if (event.key === 'Enter') return below(cell, box, view);
  if (event.key === 'ArrowDown') return moveTo(cellAt(cell, 1)) || leave(box, view, 'after');
  if (event.key === 'ArrowUp') return moveTo(cellAt(cell, -1)) || leave(box, view, 'before');
  return event.key === 'Escape' && leave(box, view, 'after');
}

function cellAt(cell: CellElement, rows: number): CellElement | undefined {
  const row = cell.parentElement as HTMLTableRowElement;
  const table = row.closest('table') as HTMLTableElement;
  return table.rows[row.rowIndex + rows]?.cells[cell.cellIndex] as CellElement | undefined;
}

/** Puts the cursor into a cell, at the end of what it says. */
export function moveTo(cell: CellElement | undefined): boolean {
  if (!cell) return false;
  cell.focus();
  getSelection()?.selectAllChildren(cell);
  getSelection()?.collapseToEnd();
  return true;
}

function step(cell: CellElement, by: 1 | -1, box: HTMLElement, view: EditorView): boolean {
  const cells = [...box.querySelectorAll<CellElement>('th, td')];
  const next = cells[cells.indexOf(cell) + by];
  if (next) return moveTo(next);
  if (by === -1) return leave(box, view, 'before');
  return addRow(box, view, 0);
}

function below(cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  return moveTo(cellAt(cell, 1)) || addRow(box, view, cell.cellIndex);
}

function addRow(box: HTMLElement, view: EditorView, column: number): boolean {
  const { to, table } = currentTable(box, view);
  const blanks = table.align.map(() => '  |').join('');
  view.dispatch({ changes: { from: to, insert: `\n|${blanks}` }, userEvent: 'input' });
  const { rows } = box.firstElementChild as HTMLTableElement;
  return moveTo(rows[rows.length - 1]?.cells[column] as CellElement | undefined);
}

function leave(box: HTMLElement, view: EditorView, side: 'before' | 'after'): boolean {
  const { from, to } = currentTable(box, view);
  const isAtEnd = to === view.state.doc.length;
  if (side === 'after' && isAtEnd) view.dispatch({ changes: { from: to, insert: '\n' } });
  const anchor = side === 'after' ? to + 1 : Math.max(0, from - 1);
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
  return true;
}
