import { cursorDocEnd, cursorDocStart, cursorPageDown, cursorPageUp, undo } from '@codemirror/commands';
import type { Line } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { goBelowLastBlock } from '#app/features/editor/browser/structure/leave-block.ts';
import { besideBlock } from '#app/features/editor/browser/structure/place-caret.ts';
import {
  escapeCell,
  parseTable,
  type Table,
  unescapeCell,
  writeRow,
} from '#app/features/editor/browser/table/parse-table.ts';
import { renderInline } from '#app/features/editor/browser/table/render-inline.ts';
import { moveSpec } from '#app/features/editor/browser/writing/move-blocks.ts';
import { redo } from '#app/features/editor/browser/writing/redo.ts';

type CellElement = HTMLTableCellElement;
type Edge = 'start' | 'end';

const FAR: Record<string, Command> = {
  Home: cursorDocStart,
  End: (view) => goBelowLastBlock(view) || cursorDocEnd(view),
  PageUp: cursorPageUp,
  PageDown: cursorPageDown,
};

/** Returns the current position and content of a table. */
export function currentTable(box: HTMLElement, view: EditorView): { from: number; to: number; table: Table } {
  const from = view.posAtDOM(box);
  const rows = (box.firstElementChild as HTMLTableElement).rows.length;
  const last = view.state.doc.line(view.state.doc.lineAt(from).number + rows);
  return { from, to: last.to, table: parseTable(view.state.sliceDoc(from, last.to)) };
}

function write(cell: CellElement, box: HTMLElement, view: EditorView): void {
  const { from, table } = currentTable(box, view);
  const row = (cell.parentElement as HTMLTableRowElement).rowIndex;
  const column = cell.cellIndex;
  const text = escapeCell(cell.textContent ?? '');
  const known = table.rows[row]?.[column];
  if ((known?.text ?? '') === text) return;
  if (known) {
    view.dispatch({
      changes: { from: from + known.from, to: from + known.to, insert: text },
      userEvent: 'input.type.table',
    });
    return;
  }
  // Complete a row that has fewer cells than the widest one; leave other rows unchanged.
  const own = table.rows[row]?.map((each) => each.text);
  if (!own) return;
  while (own.length < column) own.push('');
  own[column] = text;
  const { doc } = view.state;
  const number = doc.lineAt(from).number;
  const line = doc.line(number + (row === 0 ? 0 : row + 1));
  const changes = [{ from: line.from, to: line.to, insert: writeRow(own) }];
  // GFM: a table needs as many delimiter cells as head cells.
  if (row === 0) changes.push(widerDelimiters(doc.line(number + 1), own.length - table.align.length));
  view.dispatch({ changes, userEvent: 'input.type.table' });
}

/** Returns the change that appends delimiter cells to the second line of a table. */
function widerDelimiters({ text, to }: Line, missing: number) {
  const end = text.trimEnd();
  const dashes = Array.from({ length: Math.max(0, missing) }, () => ' --- |').join('');
  const insert = dashes && (end.endsWith('|') ? '' : ' |') + dashes;
  const at = to - (text.length - end.length);
  return { from: at, to: at, insert };
}

/** Shows the source of a focused cell. */
function open(cell: CellElement): void {
  cell.dataset.open = '';
  cell.textContent = unescapeCell(cell.dataset.source ?? '');
}

function close(cell: CellElement, box: HTMLElement, view: EditorView): void {
  if (!cell.isConnected) keepFocus(view);
  if (!cell.isConnected || cell === document.activeElement) return;
  write(cell, box, view);
  cell.replaceChildren(renderInline(cell.dataset.source ?? ''));
  delete cell.dataset.open;
}

/** Focuses the text if the focused cell was removed, for example by undo. Otherwise the next keys would go nowhere. */
function keepFocus(view: EditorView): void {
  if (document.activeElement === document.body && view.dom.isConnected) view.focus();
}

/** Moves the text cursor next to the table, so that commands do not act inside of it. */
function parkCaret(box: HTMLElement, view: EditorView): void {
  const { from, to } = currentTable(box, view);
  const anchor = to < view.state.doc.length ? to + 1 : from - 1;
  if (anchor >= 0) view.dispatch({ selection: { anchor }, userEvent: 'select.beside' });
}

/** Registers editing and key handling of the cells. */
export function listen(box: HTMLElement, view: EditorView): void {
  const cellOf = (event: Event) => (event.target as Element).closest<CellElement>('td, th');
  box.addEventListener('focusin', (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    open(cell);
    parkCaret(box, view);
    if (!cell.contains(getSelection()?.anchorNode ?? null)) getSelection()?.collapse(cell, cell.childNodes.length);
  });
  box.addEventListener('focusout', (event) => {
    const cell = cellOf(event);
    // Removing a cell fires `focusout` during an update, when no transaction may be dispatched.
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
  box.addEventListener('mousedown', (event) => {
    if (cellOf(event) || (event.target as Element).closest('button')) return;
    event.preventDefault();
    moveTo(nearestCell(box, event));
  });
  box.addEventListener('keydown', (event) => {
    const cell = cellOf(event);
    if (cell && !event.isComposing && pressed(event, cell, box, view)) event.preventDefault();
  });
}

/** Returns the cell nearest to a click. */
function nearestCell(box: HTMLElement, { clientX, clientY }: MouseEvent): CellElement | undefined {
  const distance = (cell: CellElement) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const beyond = (low: number, high: number, at: number) => Math.max(low - at, 0, at - high);
    return Math.hypot(beyond(left, right, clientX), beyond(top, bottom, clientY));
  };
  return [...box.querySelectorAll<CellElement>('th, td')].sort((a, b) => distance(a) - distance(b))[0];
}

function pressed(event: KeyboardEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'z') return (event.shiftKey ? redo : undo)(view) || true;
  if (isCommand && event.key.toLowerCase() === 'y') return redo(view) || true;
  if (isCommand || event.key.startsWith('Page')) return leaveFar(event, view);
  if (event.key === 'Tab') return step(cell, event.shiftKey ? -1 : 1, box, view);
  if (event.key === 'Enter') return below(cell, box, view);
  if (event.altKey && event.key.startsWith('Arrow')) return moveTable(event, cell, box, view);
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return sideways(event, cell, box, view);
  if (event.key === 'ArrowDown') return moveTo(cellAt(cell, 1)) || leave(box, view, 'below');
  if (event.key === 'ArrowUp') return moveTo(cellAt(cell, -1)) || leave(box, view, 'above');
  return event.key === 'Escape' && leave(box, view, 'below');
}

/**
 * Keys that leave the table, such as PageDown. Browsers would move their own caret there, and the editor would notice
 * too late.
 */
function leaveFar({ key, shiftKey }: KeyboardEvent, view: EditorView): boolean {
  const go = shiftKey ? undefined : FAR[key];
  if (!go) return false;
  view.focus();
  return go(view) || true;
}

/**
 * An arrow key at the edge of a cell's text moves to the next cell or out of the table. Browsers lose the caret there.
 */
function sideways({ key, shiftKey }: KeyboardEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const isForward = (key === 'ArrowRight') === (getComputedStyle(cell).direction === 'ltr');
  if (shiftKey || !isAtEdge(cell, isForward ? 'end' : 'start')) return false;
  const cells = [...box.querySelectorAll<CellElement>('th, td')];
  const next = cells[cells.indexOf(cell) + (isForward ? 1 : -1)];
  return moveTo(next, isForward ? 'start' : 'end') || leave(box, view, isForward ? 'below' : 'above');
}

function isAtEdge(cell: CellElement, edge: Edge): boolean {
  const selection = getSelection();
  if (!selection?.isCollapsed || !selection.anchorNode) return false;
  const passed = document.createRange();
  passed.selectNodeContents(cell);
  if (edge === 'start') passed.setEnd(selection.anchorNode, selection.anchorOffset);
  else passed.setStart(selection.anchorNode, selection.anchorOffset);
  return passed.toString() === '';
}

function cellAt(cell: CellElement, rows: number): CellElement | undefined {
  const row = cell.parentElement as HTMLTableRowElement;
  const table = row.closest('table') as HTMLTableElement;
  return table.rows[row.rowIndex + rows]?.cells[cell.cellIndex] as CellElement | undefined;
}

/** Alt+Arrow swaps the table with the adjacent block and keeps the focused cell. */
function moveTable({ key }: KeyboardEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
  const { from, to } = currentTable(box, view);
  const selected = view.state.update({ selection: { anchor: from, head: to } }).state;
  const move = moveSpec(selected, key === 'ArrowUp' ? -1 : 1);
  if (!move) return true;
  const place = [(cell.parentElement as HTMLTableRowElement).rowIndex, cell.cellIndex] as const;
  view.dispatch({ changes: move.spec.changes ?? [], userEvent: 'move.table', scrollIntoView: true });
  const table = tableAt(view, move.start);
  return moveTo(table?.rows[place[0]]?.cells[place[1]] as CellElement | undefined) || true;
}

/** Returns the drawn table that begins at a position. */
export function tableAt(view: EditorView, start: number): HTMLTableElement | undefined {
  const boxes = [...view.contentDOM.querySelectorAll<HTMLElement>('.cm-table')];
  return boxes.find((box) => view.posAtDOM(box) === start)?.firstElementChild as HTMLTableElement | undefined;
}

/** Focuses a cell with the cursor at an edge of its text. */
export function moveTo(cell: CellElement | undefined, edge: Edge = 'end'): boolean {
  if (!cell) return false;
  cell.focus();
  getSelection()?.selectAllChildren(cell);
  if (edge === 'start') getSelection()?.collapseToStart();
  else getSelection()?.collapseToEnd();
  return true;
}

function step(cell: CellElement, by: 1 | -1, box: HTMLElement, view: EditorView): boolean {
  const cells = [...box.querySelectorAll<CellElement>('th, td')];
  const next = cells[cells.indexOf(cell) + by];
  if (next) return moveTo(next);
  if (by === -1) return leave(box, view, 'above');
  return addRow(box, view, 0);
}

function below(cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  return moveTo(cellAt(cell, 1)) || addRow(box, view, cell.cellIndex);
}

function addRow(box: HTMLElement, view: EditorView, column: number): boolean {
  const { to, table } = currentTable(box, view);
  const blanks = table.align.map(() => '  |').join('');
  view.dispatch({ changes: { from: to, insert: `\n|${blanks}` }, userEvent: 'input.table' });
  const { rows } = box.firstElementChild as HTMLTableElement;
  return moveTo(rows[rows.length - 1]?.cells[column] as CellElement | undefined);
}

/** Moves the cursor to the line next to the table; at the edge of the text, to a new paragraph. */
function leave(box: HTMLElement, view: EditorView, side: 'above' | 'below'): boolean {
  view.dispatch(besideBlock(view.state, currentTable(box, view), side));
  view.focus();
  return true;
}
