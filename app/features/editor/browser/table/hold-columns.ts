import type { CellElement } from '#app/features/editor/browser/table/cell-place.ts';

/** Pixels that a column gets beyond its longest word, so that it is not widened at each letter. */
const SPARE = 40;
const HELD = 'is-held';

/** Returns the elements that have a width: the table, then the cells of its first row. */
const partsOf = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('table, tr:first-child > *')];

/**
 * Fixes the column widths of a table that scrolls while one of its cells is written. A letter that makes a column wider
 * would let the browser lay out and paint all cells.
 */
export function holdColumns(box: HTMLElement): void {
  releaseColumns(box);
  const { scrollWidth, clientWidth } = box.firstElementChild as HTMLElement;
  if (scrollWidth <= clientWidth) return;
  const widths = partsOf(box).map((part) => [part, part.getBoundingClientRect().width] as const);
  for (const [part, width] of widths) part.style.width = `${width}px`;
  box.classList.add(HELD);
}

/** Widens the column of a cell whose longest word does not fit. */
export function fitColumn(box: HTMLElement, cell: CellElement): void {
  const missing = cell.scrollWidth - cell.clientWidth;
  if (missing <= 0 || !box.classList.contains(HELD)) return;
  for (const [at, { style }] of partsOf(box).entries())
    if (at === 0 || at === cell.cellIndex + 1) style.width = `${Number.parseFloat(style.width) + missing + SPARE}px`;
}

/** Lets the browser fit the columns again. */
export function releaseColumns(box: HTMLElement): void {
  box.classList.remove(HELD);
  for (const { style } of partsOf(box)) style.width = '';
}
