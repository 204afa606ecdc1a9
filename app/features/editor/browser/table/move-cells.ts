import { type Edit, editLine, linesOf, readable } from '#app/features/editor/browser/table/edit-table.ts';
import { cellsOf, writeRow } from '#app/features/editor/browser/table/parse-table.ts';
import { awayFrom } from '#app/features/editor/browser/writers.ts';

/** 1 is down or towards the last column, -1 the other way. */
export type Step = 1 | -1;

type Part = { from: number; to: number };

/**
 * Swaps two parts of a text. The one to keep stays, with the cursors and comments in it; the other is written anew on
 * its other side.
 */
function swapParts(source: string, first: Part, second: Part, keepsFirst: boolean): Edit[] {
  const textAt = (from: number, to: number) => source.slice(from, to);
  const between = source.slice(first.to, second.from);
  if (keepsFirst) {
    const insert = source.slice(second.from, second.to) + between;
    return [
      awayFrom(textAt, { from: first.from, to: first.from, insert }, -1),
      awayFrom(textAt, { from: first.to, to: second.to, insert: '' }, 1),
    ];
  }
  const insert = between + source.slice(first.from, first.to);
  return [
    awayFrom(textAt, { from: first.from, to: second.from, insert: '' }, -1),
    awayFrom(textAt, { from: second.to, to: second.to, insert }, 1),
  ];
}

/**
 * Tells whether the first of two adjacent parts stays: the moved one, unless only the other has someone else's cursor.
 */
function keepsFirst(first: Part, second: Part, by: Step, isWritten: IsWritten): boolean {
  const [moved, passed] = by === 1 ? [first, second] : [second, first];
  const keepsMoved = isWritten(moved) || !isWritten(passed);
  return keepsMoved === (by === 1);
}

/** Tests whether someone else's cursor is in a part of the table. */
export type IsWritten = (part: Part) => boolean;
const byNobody: IsWritten = () => false;

/** Swaps a row below the head with an adjacent one; returns no edits if there is none. */
export function moveRow(source: string, row: number, by: Step, isWritten = byNobody): Edit[] {
  const lines = linesOf(source);
  const [upper, lower] = by === 1 ? [lines[row + 1], lines[row + 2]] : [lines[row], lines[row + 1]];
  if (row < 1 || row + by < 1 || !upper || !lower) return [];
  const [first, second] = [partOf(upper), partOf(lower)];
  return swapParts(source, first, second, keepsFirst(first, second, by, isWritten));
}

const partOf = ({ from, text }: { from: number; text: string }): Part => ({ from, to: from + text.length });

/**
 * Swaps a column with an adjacent one; returns no edits if there is none. Rows that end before both stay as they are.
 */
export function moveColumn(source: string, column: number, by: Step, isWritten = byNobody): Edit[] {
  const lines = linesOf(source);
  const [first, second] = by === 1 ? [column, column + 1] : [column - 1, column];
  if (first < 0 || second >= cellsOf(lines[1]?.text ?? '').length) return [];
  return lines.flatMap((line) => {
    const { text } = line;
    const cells = cellsOf(text);
    const [a, b] = [cells[first], cells[second]];
    if (!a) return [];
    const after = cells.map((cell) => cell.text);
    [after[first], after[second]] = [b?.text ?? '', a.text];
    if (!b) return editLine(line, readable(line, writeRow(after), after));
    const edited = text.slice(0, a.from) + b.text + text.slice(a.to, b.from) + a.text + text.slice(b.to);
    if (readable(line, edited, after) !== edited) return editLine(line, writeRow(after));
    const [left, right] = [a, b].map(({ from, to }) => ({ from: line.from + from, to: line.from + to })) as [
      Part,
      Part,
    ];
    return swapParts(source, left, right, keepsFirst(left, right, by, isWritten));
  });
}
