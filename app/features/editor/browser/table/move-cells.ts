import { type Edit, editLine, linesOf, readable } from '#app/features/editor/browser/table/edit-table.ts';
import { cellsOf, writeRow } from '#app/features/editor/browser/table/parse-table.ts';

/** 1 is down or towards the last column, -1 the other way. */
export type Step = 1 | -1;

/**
 * Swaps a row below the head with an adjacent one; returns no edits if there is none. The adjacent row is written anew,
 * so cursors and comments in the moved row stay.
 */
export function moveRow(source: string, row: number, by: Step): Edit[] {
  const lines = linesOf(source);
  const [moved, passed] = [lines[row + 1], lines[row + 1 + by]];
  if (row < 1 || row + by < 1 || !moved || !passed) return [];
  const end = moved.from + moved.text.length;
  return by === 1
    ? [
        { from: moved.from, to: moved.from, insert: `${passed.text}\n` },
        { from: end, to: end + 1 + passed.text.length, insert: '' },
      ]
    : [
        { from: passed.from, to: moved.from, insert: '' },
        { from: end, to: end, insert: `\n${passed.text}` },
      ];
}

/** Swaps a column with an adjacent one; returns no edits if there is none. Rows that end before both stay as they are. */
export function moveColumn(source: string, column: number, by: Step): Edit[] {
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
    const edited = b
      ? text.slice(0, a.from) + b.text + text.slice(a.to, b.from) + a.text + text.slice(b.to)
      : writeRow(after);
    return editLine(line, readable(line, edited, after));
  });
}
