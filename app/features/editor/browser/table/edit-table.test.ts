import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addColumn,
  addRow,
  alignColumn,
  type Edit,
  fillCells,
  removeColumn,
  removeRow,
  setCell,
} from '#app/features/editor/browser/table/edit-table.ts';
import { moveColumn } from '#app/features/editor/browser/table/move-cells.ts';
import { escapeCell, parseTable, unescapeCell } from '#app/features/editor/browser/table/parse-table.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

const applied = (source: string, edits: readonly Edit[]) =>
  edits.toReversed().reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), source);
const textsOf = (source: string) => parseTable(source).rows.map((cells) => cells.map(({ text }) => text));
/** Returns the number of rows on the page if the source is a table and nothing else. */
const rowsShown = (source: string) => {
  const { html } = renderMarkdown(source);
  return /^\s*(?:<div[^>]*>\s*)?<table(?:(?!<\/table>).)*<\/table>\s*(?:<\/div>\s*)?$/s.test(html)
    ? html.match(/<tr/g)!.length
    : 0;
};
const linesOf = (source: string) => source.split('\n');

const words = fc.constantFrom('a', '', '**b**', 'x \\| y', '中文', '`c`', '12', 'end\\\\', '- z');
const dashes = fc.constantFrom('---', ':-', '-----:', ':---:');
const styles = fc.constantFrom('padded', 'tight', 'wide');
const STYLE = {
  padded: (cells: string[]) => `| ${cells.join(' | ')} |`,
  tight: (cells: string[]) => `|${cells.join('|')}|`,
  wide: (cells: string[]) => `|   ${cells.join('  |\t')}    |  `,
};

/** Tables as people and programs write them; each line has its own style. */
const tables = fc.integer({ min: 1, max: 4 }).chain((width) => {
  const row = <T>(cells: fc.Arbitrary<T>) => fc.array(cells, { minLength: width, maxLength: width });
  const safe = words.map((word) => (word === 'end\\\\' ? 'end' : word));
  const line = (cells: fc.Arbitrary<string>) => fc.tuple(styles, row(cells)).map(([style, own]) => STYLE[style](own));
  return fc
    .tuple(line(safe), line(dashes), fc.array(line(safe), { maxLength: 4 }))
    .map(([head, delimiters, body]) => [head, delimiters, ...body].join('\n'));
});
const places = tables.chain((source) => {
  const { rows, align } = parseTable(source);
  return fc.record({
    source: fc.constant(source),
    row: fc.nat(rows.length - 1),
    column: fc.nat(align.length - 1),
  });
});

describe('an edit of a table', () => {
  it('changes one cell, in any style, and no byte of another line', () => {
    const typed = fc.constantFrom('', 'new', '\\', 'a|b', '- item', '# h', 'x\\', '1. y', 'tail \\\\');
    fc.assert(
      fc.property(places, typed, ({ source, row, column }, shown) => {
        const after = applied(source, setCell(source, row, column, escapeCell(shown)));
        const expected = textsOf(source);
        expected[row]![column] = escapeCell(shown);
        expect(textsOf(after)).toEqual(expected);
        const number = row === 0 ? 0 : row + 1;
        expect(linesOf(after).toSpliced(number, 1)).toEqual(linesOf(source).toSpliced(number, 1));
      }),
    );
  });

  it('adds and removes rows without changing a byte of the others', () => {
    fc.assert(
      fc.property(places, ({ source, row }) => {
        const number = row === 0 ? 2 : row + 2;
        const more = linesOf(applied(source, addRow(source, row)));
        expect(more.toSpliced(number, 1)).toEqual(linesOf(source));
        const fewer = linesOf(applied(source, removeRow(source, row)));
        expect(fewer).toEqual(row === 0 ? linesOf(source) : linesOf(source).toSpliced(row + 1, 1));
      }),
    );
  });

  it('adds, aligns and removes columns; the cells of the others keep their text', () => {
    fc.assert(
      fc.property(places, ({ source, column }) => {
        const wider = applied(source, addColumn(source, column));
        expect(textsOf(wider)).toEqual(textsOf(source).map((cells) => cells.toSpliced(column + 1, 0, '')));
        expect(textsOf(applied(wider, removeColumn(wider, column + 1)))).toEqual(textsOf(source));
        const aligned = applied(source, alignColumn(source, column));
        expect(linesOf(aligned).toSpliced(1, 1)).toEqual(linesOf(source).toSpliced(1, 1));
      }),
    );
  });

  it('of a table without outer pipes leaves it a table', () => {
    const cell = fc.constantFrom('a', '**b**', '- c', '# d', '1. e', '> f', '<p>', '    g', '+', '```');
    const delimiter = fc.constantFrom('-', '--', '-:', ':-');
    const width = 3;
    const row = <T>(cells: fc.Arbitrary<T>) => fc.array(cells, { minLength: width, maxLength: width });
    const bare = fc
      .tuple(row(cell), row(delimiter), fc.array(row(cell), { maxLength: 2 }))
      .map(([head, delimiters, body]) => [head, delimiters, ...body].map((cells) => cells.join(' | ')).join('\n'))
      .filter((source) => rowsShown(source) === linesOf(source).length - 1);
    fc.assert(
      fc.property(bare, fc.nat(width - 1), cell, (source, column, text) => {
        const rows = rowsShown(source);
        const edits = [
          setCell(source, 0, column, text.trim()),
          addColumn(source, column),
          removeColumn(source, column),
          alignColumn(source, column),
          moveColumn(source, column, 1),
          moveColumn(source, column, -1),
        ];
        for (const edit of edits) {
          const after = applied(source, edit);
          expect(rowsShown(after), `${source}\n=>\n${after}`).toBe(rows);
        }
      }),
    );
  });

  it('of a row without outer pipes keeps its cells in their columns', () => {
    const source = 'a | b\n--|--\nc | d\ne | f';
    const after = applied(source, setCell(source, 1, 0, ''));
    expect(after).toBe('a | b\n--|--\n|  | d |\ne | f');
    expect(applied(source, setCell(source, 2, 0, '- x'))).toBe('a | b\n--|--\nc | d\n| - x | f |');
    expect(applied(source, setCell(source, 0, 1, ''))).toBe('| a |  |\n--|--\nc | d\ne | f');
    expect(applied(source, removeColumn(source, 0))).toBe('| b |\n| -- |\n| d |\n| f |');
  });

  it('fills cells from a spreadsheet and adds the rows and columns they need', () => {
    const source = 'a | b\n--|--\nc | d\ne | f';
    const block = [
      ['1', '2'],
      ['3', '4|5'],
    ];
    expect(fillCells(source, 1, 0, block)).toBe('a | b\n--|--\n| 1 | 2 |\n| 3 | 4\\|5 |');
    expect(textsOf(fillCells(source, 2, 1, block))).toEqual([
      ['a', 'b', ''],
      ['c', 'd'],
      ['e', '1', '2'],
      ['', '3', '4\\|5'],
    ]);
  });

  it('shows pipes of a cell without their backslash, and finds them again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('|', '\\', 'a') }), (shown) => {
        expect(unescapeCell(escapeCell(shown))).toBe(shown);
        expect(parseTable(`| ${escapeCell(shown)} x |\n|---|`).rows[0]).toHaveLength(1);
      }),
    );
  });
});

it('very many pasted rows fill a table', () => {
  const block = Array.from({ length: 300_000 }, () => ['x']);
  expect(linesOf(fillCells('| a |\n| - |', 0, 0, block))).toHaveLength(block.length + 1);
});
