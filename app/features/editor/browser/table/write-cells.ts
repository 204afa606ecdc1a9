import { cursorDocEnd, cursorDocStart, cursorPageDown, cursorPageUp, selectAll, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { Command, EditorView } from '@codemirror/view';
import { changedPart } from '#app/features/editor/browser/merge-remote.ts';
import { goBelowLastBlock } from '#app/features/editor/browser/structure/leave-block.ts';
import { besideBlock } from '#app/features/editor/browser/structure/place-caret.ts';
import {
  type CellElement,
  cellAt,
  isAtEdge,
  moveTo,
  nearestCell,
  tableAt,
  tableIn,
} from '#app/features/editor/browser/table/cell-place.ts';
import {
  beginComposing,
  dropBlanks,
  endComposing,
  followText,
  openCell,
  placeCaret,
  typedChange,
} from '#app/features/editor/browser/table/cell-text.ts';
import { addRow, type Edit, fillCells, setCell, sourceOffset } from '#app/features/editor/browser/table/edit-table.ts';
import { fitColumn, holdColumns, releaseColumns } from '#app/features/editor/browser/table/hold-columns.ts';
import { keepFocus, rememberTable } from '#app/features/editor/browser/table/keep-cell.ts';
import { cellsOf, escapeCell, lineOfRow, unescapeCell } from '#app/features/editor/browser/table/parse-table.ts';
import { pastedCells } from '#app/features/editor/browser/table/pasted-cells.ts';
import { renderInline } from '#app/features/editor/browser/table/render-inline.ts';
import { moveSpec } from '#app/features/editor/browser/writing/move-blocks.ts';
import { redo } from '#app/features/editor/browser/writing/redo.ts';

const FAR: Record<string, Command> = {
  Home: cursorDocStart,
  End: (view) => goBelowLastBlock(view) || cursorDocEnd(view),
  PageUp: cursorPageUp,
  PageDown: cursorPageDown,
  f: openSearchPanel,
};

type Current = { from: number; to: number; source: string };

/** Returns the current position and content of a table. */
export function currentTable(box: HTMLElement, view: EditorView): Current {
  const from = view.posAtDOM(box);
  const rows = tableIn(box).rows.length;
  const last = view.state.doc.line(view.state.doc.lineAt(from).number + rows);
  const source = view.state.sliceDoc(from, last.to);
  return { from, to: last.to, source };
}

/** Applies changes of a table's source that starts at `start`. */
export function dispatchEdits(view: EditorView, start: number, edits: readonly Edit[], userEvent: string): void {
  const changes = edits.map(({ from, to, insert }) => ({ from: start + from, to: start + to, insert }));
  view.dispatch({ changes, userEvent });
}

/** Writes what was typed in a cell into the table's source, letter by letter, beside what others typed in it. */
function write(cell: CellElement, box: HTMLElement, view: EditorView): void {
  const { from, source } = currentTable(box, view);
  const row = (cell.parentElement as HTMLTableRowElement).rowIndex;
  const known = cellsOf(source.split('\n')[lineOfRow(row)] ?? '')[cell.cellIndex]?.text ?? '';
  const typed = typedChange(cell, unescapeCell(known));
  if (!typed) return;
  const parts: Edit[] = [];
  typed.iterChanges((start, end, _from, _to, inserted) => {
    const insert = escapeCell(inserted.toString());
    parts.push({ from: sourceOffset(known, start), to: sourceOffset(known, end), insert });
  });
  const text = parts.reduceRight((cut, part) => cut.slice(0, part.from) + part.insert + cut.slice(part.to), known);
  dispatchEdits(view, from, setCell(source, row, cell.cellIndex, text.trim()), 'input.type.table');
}

/** Shows the source of a focused cell. A cell that is open keeps its cursor when the window gets the focus back. */
function open(cell: CellElement): void {
  if (cell.dataset.open !== undefined) return;
  cell.dataset.open = '';
  openCell(cell, unescapeCell(cell.dataset.source ?? ''));
}

function close(cell: CellElement, box: HTMLElement, view: EditorView): void {
  if (!cell.isConnected) keepFocus(view, cell);
  if (!cell.isConnected || cell === document.activeElement) return;
  write(cell, box, view);
  cell.replaceChildren(renderInline(cell.dataset.source ?? ''));
  delete cell.dataset.open;
}

/** Moves the text cursor next to the table, so that commands do not act inside of it. */
function parkCaret(box: HTMLElement, view: EditorView): void {
  const { from, to } = currentTable(box, view);
  rememberTable(view, from);
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
    holdColumns(box);
    parkCaret(box, view);
    if (!cell.contains(getSelection()?.anchorNode ?? null)) getSelection()?.collapse(cell, cell.childNodes.length);
  });
  box.addEventListener('focusout', (event) => {
    const cell = cellOf(event);
    if (!box.contains(event.relatedTarget as Node | null)) releaseColumns(box);
    // Removing a cell fires `focusout` during an update, when no transaction may be dispatched.
    if (cell) queueMicrotask(() => close(cell, box, view));
  });
  box.addEventListener('input', (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    fitColumn(box, cell);
    if (!(event as InputEvent).isComposing) write(cell, box, view);
  });
  box.addEventListener('compositionstart', (event) => {
    const cell = cellOf(event);
    if (cell) beginComposing(cell);
  });
  box.addEventListener('compositionend', (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    endComposing(cell);
    write(cell, box, view);
    followText(cell, unescapeCell(cell.dataset.source ?? ''));
  });
  box.addEventListener('paste', (event) => {
    const cell = cellOf(event);
    const block = cell && pastedCells(event.clipboardData);
    if (!cell || !block) return;
    event.preventDefault();
    const { from, to, source } = currentTable(box, view);
    const { rowIndex } = cell.parentElement as HTMLTableRowElement;
    const insert = fillCells(source, rowIndex, cell.cellIndex, block);
    view.dispatch({ changes: { from, to, insert }, userEvent: 'input.table' });
    moveTo(cell);
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

function pressed(event: KeyboardEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'z') return retrace(event.shiftKey ? redo : undo, cell, view);
  if (isCommand && event.key.toLowerCase() === 'y') return retrace(redo, cell, view);
  if (isCommand && event.key.toLowerCase() === 'a' && !event.altKey) return selectCell(cell, view);
  if (isCommand || event.key.startsWith('Page')) return leaveFar(event, view);
  if (event.key === 'Tab') return step(cell, event.shiftKey ? -1 : 1, box, view);
  if (event.key === 'Enter') return below(cell, box, view);
  if (event.altKey && event.key.startsWith('Arrow')) return moveTable(event, cell, box, view);
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return sideways(event, cell, box, view);
  if (event.key === 'ArrowDown') return moveTo(cellAt(cell, 1)) || leave(box, view, 'below');
  if (event.key === 'ArrowUp') return moveTo(cellAt(cell, -1)) || leave(box, view, 'above');
  return event.key === 'Escape' && leave(box, view, 'below');
}

/** Undoes or redoes a step. The cursor moves to the end of what changed in the cell. */
function retrace(step: Command, cell: CellElement, view: EditorView): boolean {
  dropBlanks(cell);
  const before = cell.textContent ?? '';
  step(view);
  const after = cell.textContent ?? '';
  if (after === before || cell !== document.activeElement) return true;
  const { from, insert } = changedPart(before, after);
  placeCaret(cell, [from + insert.length, from + insert.length]);
  return true;
}

/** Selects the text of a cell; selects the whole document if it is already selected or empty. */
function selectCell(cell: CellElement, view: EditorView): boolean {
  if (getSelection()?.toString() !== cell.textContent) {
    getSelection()?.selectAllChildren(cell);
    return true;
  }
  view.focus();
  return selectAll(view);
}

/**
 * Keys that leave the table, such as PageDown or Ctrl+F. Browsers would move their own caret there, and the editor would notice
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

function step(cell: CellElement, by: 1 | -1, box: HTMLElement, view: EditorView): boolean {
  const cells = [...box.querySelectorAll<CellElement>('th, td')];
  const next = cells[cells.indexOf(cell) + by];
  if (next) return moveTo(next);
  if (by === -1) return leave(box, view, 'above');
  return appendRow(box, view, 0);
}

function below(cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  return moveTo(cellAt(cell, 1)) || appendRow(box, view, cell.cellIndex);
}

function appendRow(box: HTMLElement, view: EditorView, column: number): boolean {
  const { from, source } = currentTable(box, view);
  const { rows } = tableIn(box);
  dispatchEdits(view, from, addRow(source, rows.length - 1), 'input.table');
  return moveTo(rows[rows.length - 1]?.cells[column] as HTMLTableCellElement | undefined);
}

/** Moves the cursor to the line next to the table; at the edge of the text, to a new paragraph. */
function leave(box: HTMLElement, view: EditorView, side: 'above' | 'below'): boolean {
  view.dispatch(besideBlock(view.state, currentTable(box, view), side));
  view.focus();
  return true;
}
