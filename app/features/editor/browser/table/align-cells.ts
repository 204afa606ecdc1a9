import { quickDifferences } from '#app/differences/quick-differences.ts';
import { cellsOf, widthOf } from '#app/features/editor/browser/table/parse-table.ts';

type Change = { at: number; removed: number; added: number };

function changesOf(before: readonly string[], after: readonly string[]): Change[] {
  return quickDifferences([...before], [...after])
    .map(({ at, end, newAt, newEnd }) => ({ at, removed: end - at, added: newEnd - newAt }))
    .reverse();
}

/** Adds and removes elements where the lists differ in length; elements of changed entries stay. */
function shift(changes: readonly Change[], remove: (at: number) => void, add: (at: number) => void): void {
  for (const { at, removed, added } of changes) {
    for (let extra = removed; extra > added; extra -= 1) remove(at + extra - 1);
    for (let missing = removed; missing < added; missing += 1) add(at + missing);
  }
}

/** Returns the text of each drawn column, to recognize it after a change. */
function columnsOf(lines: readonly string[]): string[] {
  const rows = lines.map((line) => cellsOf(line).map(({ text }) => text));
  const width = widthOf(rows.toSpliced(1, 1));
  return Array.from({ length: width }, (_, column) => rows.map((cells) => cells[column] ?? '').join('\n'));
}

/**
 * Moves the rows and columns of a drawn table to where their source went, so that a focused cell keeps its own text
 * when others add or remove rows and columns before it.
 */
export function alignCells(
  table: HTMLTableElement,
  before: string,
  after: string,
  newCell: (isHead: boolean) => HTMLTableCellElement,
): void {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length !== now.length) {
    const changes = changesOf(old.toSpliced(1, 1), now.toSpliced(1, 1));
    if (changes.some(({ at }) => at === 0)) return;
    shift(
      changes,
      (at) => table.deleteRow(at),
      (at) => table.insertRow(at),
    );
    return;
  }
  const [oldColumns, columns] = [columnsOf(old), columnsOf(now)];
  if (oldColumns.length === columns.length) return;
  const changes = changesOf(oldColumns, columns);
  for (const row of table.rows) {
    shift(
      changes,
      (at) => row.cells[at]?.remove(),
      (at) => row.insertBefore(newCell(row.rowIndex === 0), row.cells[at] ?? null),
    );
  }
}

/** Returns the first of two adjacent entries that were swapped, null if something else changed. */
function swappedAt(before: readonly string[], after: readonly string[]): number | null {
  const at = before.findIndex((entry, index) => entry !== after[index]);
  if (at < 0 || before.length !== after.length) return null;
  const expected = before.toSpliced(at, 2, before[at + 1] ?? '', before[at] ?? '');
  return expected.every((entry, index) => entry === after[index]) ? at : null;
}

/** Swaps two adjacent elements. The one with the focus stays in place, as moving it would take its focus. */
function swap(first: Element, second: Element): void {
  if (first.matches(':focus-within')) first.before(second);
  else second.after(first);
}

/** Returns the pairs of elements to swap for two adjacent rows or columns whose sources were swapped. */
function swappedElements(table: HTMLTableElement, old: readonly string[], now: readonly string[]) {
  const line = swappedAt(old, now) ?? 0;
  if (line > 1) return [[table.rows[line - 1], table.rows[line]]];
  const column = swappedAt(columnsOf(old), columnsOf(now));
  return column === null ? [] : [...table.rows].map(({ cells }) => [cells[column], cells[column + 1]]);
}

/** Swaps rows or columns of a drawn table as in its source, so that a focused cell keeps its own text. */
export function swapCells(table: HTMLTableElement, before: string, after: string): void {
  const [old, now] = [before.split('\n'), after.split('\n')];
  // An edit of one cell changes one line.
  if (old.length !== now.length || old.filter((line, number) => line !== now[number]).length === 1) return;
  for (const [first, second] of swappedElements(table, old, now)) if (first && second) swap(first, second);
}
