import { cursorDocEnd, cursorDocStart, cursorPageDown, cursorPageUp, selectAll, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import { type Command, type EditorView, runScopeHandlers } from '@codemirror/view';
import { changedPart } from '#app/features/editor/browser/merge-remote.ts';
import { goAboveFirstBlock, goBelowLastBlock } from '#app/features/editor/browser/structure/leave-block.ts';
import { besideBlock } from '#app/features/editor/browser/structure/place-caret.ts';
import {
  type CellElement,
  cellAt,
  isAtEdge,
  moveTo,
  tableAt,
  tableIn,
} from '#app/features/editor/browser/table/cell-place.ts';
import { dropBlanks, placeCaret } from '#app/features/editor/browser/table/cell-text.ts';
import { addRow } from '#app/features/editor/browser/table/edit-table.ts';
import { type ShapeName, shapeTable } from '#app/features/editor/browser/table/shape-table.ts';
import { currentTable, dispatchEdits } from '#app/features/editor/browser/table/write-cells.ts';
import { moveSpec } from '#app/features/editor/browser/writing/move-blocks.ts';
import { redo } from '#app/features/editor/browser/writing/redo.ts';

const FAR: Record<string, Command> = {
  Home: (view) => goAboveFirstBlock(view) || cursorDocStart(view),
  End: (view) => goBelowLastBlock(view) || cursorDocEnd(view),
  PageUp: cursorPageUp,
  PageDown: cursorPageDown,
  f: openSearchPanel,
};

const MOVES: Record<string, ShapeName> = {
  ArrowUp: 'moveUp',
  ArrowDown: 'moveDown',
  ArrowLeft: 'moveLeft',
  ArrowRight: 'moveRight',
};

/** Runs what a key does in a cell. Returns false if the browser does it. */
export function pressKey(event: KeyboardEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'z') return retrace(event.shiftKey ? redo : undo, cell, view);
  if (isCommand && event.key.toLowerCase() === 'y') return retrace(redo, cell, view);
  if (isCommand && event.key.toLowerCase() === 'a' && !event.altKey) return selectCell(cell, view);
  if (isCommand || event.key.startsWith('Page')) return runScopeHandlers(view, event, 'cell') || leaveFar(event, view);
  if (event.key === 'Tab') return step(cell, event.shiftKey ? -1 : 1, box, view);
  if (event.key === 'Enter') return event.shiftKey ? breakCell() : below(cell, box, view);
  if (event.altKey && event.shiftKey) return moveCells(event, cell, box, view);
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
  selectAll(view);
  view.focus();
  return true;
}

/**
 * Keys that leave the table, such as PageDown or Ctrl F. Browsers would move their own caret there, and the editor
 * would notice too late.
 */
function leaveFar({ key, shiftKey }: KeyboardEvent, view: EditorView): boolean {
  const go = shiftKey ? undefined : FAR[key];
  if (!go) return false;
  const isSearch = go === openSearchPanel;
  if (isSearch) view.focus();
  go(view);
  if (!isSearch) view.focus();
  return true;
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

/** Shift+Alt+Arrow moves the row or column of the focused cell. */
function moveCells({ key }: KeyboardEvent, cell: CellElement, box: HTMLElement, view: EditorView): boolean {
  const name = MOVES[key];
  if (name) shapeTable(name, box, view, cell);
  return name !== undefined;
}

/** A cell is one line of Markdown: a line break in it is written as HTML. */
const breakCell = () => document.execCommand('insertText', false, '<br>');

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
