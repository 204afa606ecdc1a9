import type { EditorView } from '@codemirror/view';
import { showCell } from '#app/features/editor/browser/table/show-cell.ts';

export type CellElement = HTMLTableCellElement;
type Edge = 'start' | 'end';

/** Returns the table in the box that draws it. */
export const tableIn = (box: HTMLElement): HTMLTableElement => box.querySelector('table') as HTMLTableElement;

/** Returns the cell nearest to a click. */
export function nearestCell(box: HTMLElement, { clientX, clientY }: MouseEvent): CellElement | undefined {
  const distance = (cell: CellElement) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const beyond = (low: number, high: number, at: number) => Math.max(low - at, 0, at - high);
    return Math.hypot(beyond(left, right, clientX), beyond(top, bottom, clientY));
  };
  return [...box.querySelectorAll<CellElement>('th, td')].sort((a, b) => distance(a) - distance(b))[0];
}

export function isAtEdge(cell: CellElement, edge: Edge): boolean {
  const selection = getSelection();
  if (!selection?.isCollapsed || !selection.anchorNode) return false;
  const passed = document.createRange();
  passed.selectNodeContents(cell);
  if (edge === 'start') passed.setEnd(selection.anchorNode, selection.anchorOffset);
  else passed.setStart(selection.anchorNode, selection.anchorOffset);
  return passed.toString() === '';
}

export function cellAt(cell: CellElement, rows: number): CellElement | undefined {
  const row = cell.parentElement as HTMLTableRowElement;
  const table = row.closest('table') as HTMLTableElement;
  return table.rows[row.rowIndex + rows]?.cells[cell.cellIndex] as CellElement | undefined;
}

/** Returns the drawn table that begins at a position. */
export function tableAt(view: EditorView, start: number): HTMLTableElement | undefined {
  const boxes = [...view.contentDOM.querySelectorAll<HTMLElement>('.cm-table')];
  const box = boxes.find((one) => view.posAtDOM(one) === start);
  return box && tableIn(box);
}

/** Focuses a cell with the cursor at an edge of its text, and shows it. */
export function moveTo(cell: CellElement | undefined, edge: Edge = 'end'): boolean {
  if (!cell) return false;
  // `focus` would scroll a cell below the window to its middle.
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  getSelection()?.selectAllChildren(cell);
  if (edge === 'start') getSelection()?.collapseToStart();
  else getSelection()?.collapseToEnd();
  showCell(cell);
  return true;
}
