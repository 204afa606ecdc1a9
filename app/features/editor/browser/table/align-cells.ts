import { quickDifferences } from '#app/differences/quick-differences.ts';
import { cellsOf } from '#app/features/editor/browser/table/parse-table.ts';

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
  const width = Math.max(...rows.toSpliced(1, 1).map((cells) => cells.length));
  return Array.from({ length: width }, (_, column) => rows.map((cells) => cells[column] ?? '').join('\n'));
}

/**
 * Moves the rows and columns of a drawn table to where their source went, so that a focused cell keeps its own text when
 * others add or remove rows and columns before it.
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
