import type { CellElement } from '#app/features/editor/browser/table/cell-place.ts';

/** Pixels that a column gets beyond its longest word, so that it is not widened at each letter. */
const SPARE = 40;
const HELD = 'is-held';

const boxOf = (cell: CellElement) => cell.closest<HTMLElement>('.cm-table') as HTMLElement;

/**
 * Fixes the column widths of a large table that scrolls while one of its cells is written. A letter that makes a column
 * wider would let the browser lay out and paint all cells.
 */
export function holdColumns(cell: CellElement): void {
  const box = boxOf(cell);
  releaseColumns(box);
  const table = cell.closest('table') as HTMLTableElement;
  const { scrollWidth, clientWidth } = table.parentElement as HTMLElement;
  const columns = table.rows[0]?.cells;
  if (!columns || scrollWidth <= clientWidth || !box.classList.contains('is-layered')) return;
  const parts = [table, ...columns];
  const widths = parts.map((part) => part.getBoundingClientRect().width);
  for (const [at, part] of parts.entries()) part.style.width = `${widths[at]}px`;
  box.classList.add(HELD);
}

/** Widens the column of a cell whose longest word does not fit. */
export function fitColumn(cell: CellElement): void {
  const missing = cell.scrollWidth - cell.clientWidth;
  if (missing <= 0 || !boxOf(cell).classList.contains(HELD)) return;
  const table = cell.closest('table') as HTMLTableElement;
  const column = table.rows[0]?.cells[cell.cellIndex] as CellElement;
  for (const part of [column, table]) part.style.width = `${Number.parseFloat(part.style.width) + missing + SPARE}px`;
}

/** Lets the browser fit the columns again. */
export function releaseColumns(box: HTMLElement): void {
  box.classList.remove(HELD);
  for (const part of box.querySelectorAll<HTMLElement>('table, tr:first-child > *')) part.style.width = '';
}
