import { changedPart } from '#app/features/editor/browser/merge-remote.ts';
import {
  type Align,
  cellsOf,
  dashesOf,
  escapeCell,
  lineOfRow,
  parseTable,
  widthOf,
  writeRow,
} from '#app/features/editor/browser/table/parse-table.ts';

/** A change of a table's source. Offsets refer to the source before all changes. */
export type Edit = { from: number; to: number; insert: string };
export type Line = { number: number; from: number; text: string };

/** Lines that begin another block, such as an item or indented code, unless a pipe stands before. */
const STARTS_BLOCK = /^(?: {0,3}\t| {4})|^\s*(?:[-+*](?:\s|$)|#{1,6}(?:\s|$)|>|```|~~~|\$\$|<|\d+[.)](?:\s|$))/;
const DELIMITERS = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;
const NEXT_ALIGN = { none: 'center', left: 'center', center: 'right', right: null } as const;

export function linesOf(source: string): Line[] {
  let from = 0;
  return source.split('\n').map((text, number) => {
    const line = { number, from, text };
    from += text.length + 1;
    return line;
  });
}

const textsOf = (line: string) => cellsOf(line).map(({ text }) => text);

/**
 * Returns the edited line if it reads as these cells and still belongs to the table. Otherwise, for example when the
 * first cell of a row without outer pipes was emptied, returns the cells as a complete row.
 */
export function readable({ number, text: before }: Line, after: string, cells: readonly string[]): string {
  const read = textsOf(after);
  const isRead = read.length === cells.length && read.every((text, index) => text === cells[index]);
  const isRow = number === 1 ? DELIMITERS.test(after) : after.includes('|') || !before.includes('|');
  return isRead && isRow && !STARTS_BLOCK.test(after) ? after : writeRow(cells);
}

export function editLine(line: Line, after: string): Edit[] {
  if (after === line.text) return [];
  const { from, to, insert } = changedPart(line.text, after);
  return [{ from: line.from + from, to: line.from + to, insert }];
}

/** Appends delimiters for head cells that were added. GFM: both lines of a head have the same number of cells. */
function widerDelimiters({ from, text }: Line, missing: number): Edit[] {
  const end = text.trimEnd();
  const dashes = Array.from({ length: Math.max(0, missing) }, () => ' --- |').join('');
  const at = from + end.length;
  return dashes ? [{ from: at, to: at, insert: (end.endsWith('|') ? '' : ' |') + dashes }] : [];
}

/** Sets the source of one cell. A row that is too short is completed. */
export function setCell(source: string, row: number, column: number, text: string): Edit[] {
  const lines = linesOf(source);
  const line = lines[lineOfRow(row)];
  if (!line) return [];
  const cells = cellsOf(line.text);
  const cell = cells[column];
  const after = Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) => cells[index]?.text ?? '');
  after[column] = text;
  const edited = cell ? line.text.slice(0, cell.from) + text + line.text.slice(cell.to) : writeRow(after);
  const head = row === 0 ? widerDelimiters(lines[1]!, after.length - cellsOf(lines[1]!.text).length) : [];
  return [...editLine(line, readable(line, edited, after)), ...head];
}

/** Converts an offset in a cell's shown text to one in its source. */
export function sourceOffset(source: string, shown: number): number {
  let at = 0;
  for (let passed = 0; passed < shown; passed += 1) at += source.startsWith('\\|', at) ? 2 : 1;
  return at;
}

/** Inserts an empty row below a row. */
export function addRow(source: string, row: number): Edit[] {
  const lines = linesOf(source);
  const above = lines[row === 0 ? 1 : row + 1];
  if (!above) return [];
  const at = above.from + above.text.length;
  const blanks = cellsOf(lines[1]?.text ?? '').map(() => '  |');
  return [{ from: at, to: at, insert: `\n|${blanks.join('')}` }];
}

/** Removes a row below the head. A GFM table needs its head. */
export function removeRow(source: string, row: number): Edit[] {
  const line = linesOf(source)[row + 1];
  return row > 0 && line ? [{ from: line.from - 1, to: line.from + line.text.length, insert: '' }] : [];
}

/** Inserts an empty column after a column. Rows without a cell there stay as they are. */
export function addColumn(source: string, column: number): Edit[] {
  return linesOf(source).flatMap((line) => {
    const { text, number } = line;
    const cells = cellsOf(text);
    const cell = cells[column];
    if (!cell) return [];
    const blank = number === 1 ? dashesOf(null) : '';
    const isClosed = cell.end < text.length;
    const edited = isClosed
      ? `${text.slice(0, cell.end + 1)} ${blank} |${text.slice(cell.end + 1)}`
      : `${text.trimEnd()} | ${blank} |`;
    const after = cells.map((each) => each.text).toSpliced(column + 1, 0, blank);
    return editLine(line, readable(line, edited, after));
  });
}

/** Removes a column unless it is the only one. */
export function removeColumn(source: string, column: number): Edit[] {
  const lines = linesOf(source);
  if (cellsOf(lines[1]?.text ?? '').length === 1) return [];
  return lines.flatMap((line) => {
    const { text } = line;
    const cells = cellsOf(text);
    const cell = cells[column];
    if (!cell) return [];
    const isClosed = cell.end < text.length;
    const edited = text.slice(0, isClosed ? cell.start : Math.max(0, cell.start - 1)) + text.slice(cell.end + 1);
    const after = cells.map((each) => each.text).toSpliced(column, 1);
    return editLine(line, readable(line, edited, after));
  });
}

/** Gives a column its next alignment: centre, right, none. */
export function alignColumn(source: string, column: number): Edit[] {
  const line = linesOf(source)[1];
  const cell = line && cellsOf(line.text)[column];
  if (!cell) return [];
  const align: Align = NEXT_ALIGN[parseTable(source).align[column] ?? 'none'];
  const dashes = dashesOf(align, cell.text.length);
  return editLine(line, line.text.slice(0, cell.from) + dashes + line.text.slice(cell.to));
}

/** Sets the shown texts of a block of cells from one cell on. Rows and columns that are missing are added. */
export function fillCells(source: string, row: number, column: number, block: readonly (readonly string[])[]): string {
  const { rows, align } = parseTable(source);
  const width = Math.max(align.length, column + widthOf(block));
  const lines = source.split('\n');
  const isWider = width > align.length;
  if (isWider) lines[1] = writeRow(Array.from({ length: width }, (_, at) => dashesOf(align[at] ?? null)));
  for (let at = 0; at < Math.max(rows.length, row + block.length); at += 1) {
    const given = block[at - row];
    if (!given && !(at === 0 && isWider)) continue;
    const cells = Array.from({ length: Math.max(width, rows[at]?.length ?? 0) }, (_, index) => {
      const text = given?.[index - column];
      return text === undefined ? (rows[at]?.[index]?.text ?? '') : escapeCell(text);
    });
    lines[lineOfRow(at)] = writeRow(cells);
  }
  return lines.join('\n');
}
