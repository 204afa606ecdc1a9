import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Edit } from '#app/features/editor/browser/table/edit-table.ts';
import { moveColumn, moveRow } from '#app/features/editor/browser/table/move-cells.ts';
import { parseTable } from '#app/features/editor/browser/table/parse-table.ts';

const applied = (source: string, edits: readonly Edit[]) =>
  edits.toReversed().reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), source);
const textsOf = (source: string) => parseTable(source).rows.map((cells) => cells.map(({ text }) => text));
const swapped = <T>(list: readonly T[], at: number, other: number) => {
  const copy = [...list];
  [copy[at], copy[other]] = [list[other]!, list[at]!];
  return copy;
};

const cell = fc.constantFrom('a', '', '**b**', 'x \\| y', '中文', '- z', 'long words');
const delimiter = fc.constantFrom('---', ':-', '-----:', ':---:');
const padding = fc.constantFrom('', ' ', '  ', '\t');
/** Tables of one to four columns, each line with its own padding. */
const tables = fc.integer({ min: 1, max: 4 }).chain((width) => {
  const line = (text: fc.Arbitrary<string>) =>
    fc
      .tuple(padding, fc.array(text, { minLength: width, maxLength: width }))
      .map(([pad, cells]) => `|${pad}${cells.join(`${pad}|${pad}`)}${pad}|`);
  return fc
    .tuple(line(cell), line(delimiter), fc.array(line(cell), { maxLength: 4 }))
    .map(([head, delimiters, body]) => [head, delimiters, ...body].join('\n'));
});
const step = fc.constantFrom(1 as const, -1 as const);

it('a row is swapped with the next one below the head, and no byte of any row changes', () => {
  fc.assert(
    fc.property(tables, fc.nat(5), step, (source, row, by) => {
      const lines = source.split('\n');
      const isPossible = row >= 1 && row + by >= 1 && Math.max(row, row + by) + 1 < lines.length;
      const expected = isPossible ? swapped(lines, row + 1, row + 1 + by) : lines;
      expect(applied(source, moveRow(source, row, by)).split('\n')).toEqual(expected);
    }),
  );
});

it('a column is swapped with the next one, with its alignment, and comes back by the opposite step', () => {
  fc.assert(
    fc.property(tables, fc.nat(4), step, (source, column, by) => {
      const { align } = parseTable(source);
      const isPossible = Math.min(column, column + by) >= 0 && Math.max(column, column + by) < align.length;
      const moved = applied(source, moveColumn(source, column, by));
      const order = <T>(list: readonly T[]) => (isPossible ? swapped(list, column, column + by) : [...list]);
      expect(parseTable(moved).align).toEqual(order(align));
      expect(textsOf(moved)).toEqual(textsOf(source).map(order));
      const back = applied(moved, moveColumn(moved, column + by, by === 1 ? -1 : 1));
      if (isPossible) expect(textsOf(back)).toEqual(textsOf(source));
    }),
  );
});

it('rows without outer pipes and rows that are too short keep their cells in their columns', () => {
  expect(applied('a | b\n--|:-\nc | d\ne', moveColumn('a | b\n--|:-\nc | d\ne', 0, 1))).toBe(
    'b | a\n:-|--\nd | c\n|  | e |',
  );
  expect(applied('a | b\n--|--\n- x | y', moveColumn('a | b\n--|--\nx | - y', 1, -1))).not.toMatch(/^- y/m);
});
