import type { EditorView } from '@codemirror/view';
import { placeAside } from '#app/features/editor/browser/structure/place-caret.ts';
import { pressKey } from '#app/features/editor/browser/table/cell-keys.ts';
import { type CellElement, moveTo, nearestCell } from '#app/features/editor/browser/table/cell-place.ts';
import { beginComposing, endComposing, followText, openCell } from '#app/features/editor/browser/table/cell-text.ts';
import { dropInCell, startDrag } from '#app/features/editor/browser/table/drop-in-cell.ts';
import { fillCells } from '#app/features/editor/browser/table/edit-table.ts';
import { fitColumn, holdColumns, releaseColumns } from '#app/features/editor/browser/table/hold-columns.ts';
import { keepFocus, rememberTable } from '#app/features/editor/browser/table/keep-cell.ts';
import { unescapeCell } from '#app/features/editor/browser/table/parse-table.ts';
import { pastedCells, pastedLines } from '#app/features/editor/browser/table/pasted-cells.ts';
import { renderInline } from '#app/features/editor/browser/table/render-inline.ts';
import { showCell } from '#app/features/editor/browser/table/show-cell.ts';
import { dropEmptyPair } from '#app/features/editor/browser/table/style-cell.ts';
import { currentTable, writeCell } from '#app/features/editor/browser/table/write-cells.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';

/** Shows the source of a focused cell. A cell that is open keeps its cursor when the window gets the focus back. */
function open(cell: CellElement): void {
  if (cell.dataset.open !== undefined) return;
  cell.dataset.open = '';
  openCell(cell, unescapeCell(cell.dataset.source ?? ''));
}

function close(cell: CellElement, box: HTMLElement, view: EditorView): void {
  if (!cell.isConnected) keepFocus(view);
  if (!cell.isConnected || cell === document.activeElement) return;
  // A cell that was redrawn meanwhile has the text of its source, without marks.
  if (cell.dataset.open === undefined) return;
  dropEmptyPair(cell);
  writeCell(cell, box, view);
  cell.replaceChildren(renderInline(cell.dataset.source ?? ''));
  delete cell.dataset.open;
  // The toolbar has other tools in the text.
  view.dispatch({});
}

/** Moves the text cursor next to the table, so that commands do not act inside of it. */
function parkCaret(box: HTMLElement, view: EditorView): void {
  const { from, to } = currentTable(box, view);
  rememberTable(view, from);
  view.dispatch({ selection: { anchor: placeAside(view.state.doc, { from, to }) }, userEvent: 'select.beside' });
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
    if (!(event as InputEvent).isComposing) writeCell(cell, box, view);
    showCell(cell);
  });
  box.addEventListener('compositionstart', (event) => {
    const cell = cellOf(event);
    if (cell) beginComposing(cell);
  });
  box.addEventListener('compositionend', (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    endComposing(cell);
    writeCell(cell, box, view);
    followText(cell, unescapeCell(cell.dataset.source ?? ''));
  });
  box.addEventListener('paste', (event) => {
    const cell = cellOf(event);
    const block = cell && pastedCells(event.clipboardData);
    const lines = block ? null : pastedLines(event.clipboardData);
    if (!cell || !(block || lines)) return;
    event.preventDefault();
    if (lines) document.execCommand('insertText', false, lines);
    if (!block) return;
    const { from, to, source } = currentTable(box, view);
    const { rowIndex } = cell.parentElement as HTMLTableRowElement;
    const insert = fillCells(source, rowIndex, cell.cellIndex, block);
    view.dispatch({ changes: { from, to, insert }, userEvent: 'input.table' });
    moveTo(cell);
  });
  box.addEventListener('dragstart', () => startDrag(view));
  box.addEventListener('drop', (event) => {
    const cell = cellOf(event);
    if (cell && dropInCell(event, cell, box, view)) event.preventDefault();
  });
  box.addEventListener('mousedown', (event) => {
    if (cellOf(event) || (event.target as Element).closest('button')) return;
    event.preventDefault();
    moveTo(nearestCell(box, event));
  });
  // The toolbar shows the styles at the cursor.
  box.addEventListener('click', () => view.dispatch({}));
  box.addEventListener('keyup', ({ key }) => {
    if (/^(?:Arrow|Home|End)/.test(key)) view.dispatch({});
  });
  box.addEventListener('keydown', (event) => {
    const cell = cellOf(event);
    if (cell && !isComposingKey(event) && pressKey(event, cell, box, view)) event.preventDefault();
  });
}
