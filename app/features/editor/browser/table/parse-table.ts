export type Align = 'left' | 'center' | 'right' | null;
/**
 * A table cell. `from` and `to` are offsets in the table's source, without surrounding blanks; `start` is after the
 * opening `|` and `end` at the closing one, or the ends of the line.
 */
export type Cell = { from: number; to: number; start: number; end: number; text: string };
export type Table = { align: Align[]; rows: Cell[][] };

function alignOf(delimiter: string): Align {
  const starts = delimiter.startsWith(':');
  const ends = delimiter.endsWith(':');
  if (starts && ends) return 'center';
  if (ends) return 'right';
  return starts ? 'left' : null;
}

/** Splits one line at each `|` without a backslash directly before it, as GitHub and the server do. */
export function cellsOf(line: string, offset = 0): Cell[] {
  const bounds: number[] = [];
  for (let at = line.indexOf('|'); at >= 0; at = line.indexOf('|', at + 1)) if (line[at - 1] !== '\\') bounds.push(at);
  const isOpen = bounds[0] === undefined || line.slice(0, bounds[0]).trim() !== '';
  const edges = isOpen ? [-1, ...bounds] : bounds;
  const last = edges.at(-1) ?? -1;
  if (line.slice(last + 1).trim() !== '') edges.push(line.length);
  return edges.slice(0, -1).map((edge, index) => {
    const end = edges[index + 1] ?? line.length;
    const raw = line.slice(edge + 1, end);
    const text = raw.trim();
    const from = offset + edge + 1 + (text === '' ? Math.min(1, raw.length) : raw.length - raw.trimStart().length);
    return { from, to: from + text.length, start: offset + edge + 1, end: offset + end, text };
  });
}

/** Returns the number of cells of the longest row. */
export const widthOf = (rows: readonly (readonly unknown[])[]): number =>
  rows.reduce((most, { length }) => Math.max(most, length), 0);

/** Line numbers in a table's source and row numbers; the second line has the delimiters. */
export const lineOfRow = (row: number) => (row === 0 ? 0 : row + 1);
export const rowOfLine = (line: number) => (line === 0 ? 0 : line - 1);

/** Parses a GFM table into rows, the head first, and column alignments. */
export function parseTable(source: string): Table {
  const lines = source.split('\n');
  const rows: Cell[][] = [];
  let offset = 0;
  for (const line of lines) {
    rows.push(cellsOf(line, offset));
    offset += line.length + 1;
  }
  const [delimiters = []] = rows.splice(1, 1);
  return { align: delimiters.map(({ text }) => alignOf(text)), rows };
}

type CellPlace = { row: number; column: number; cell: Cell };

/** Returns the last cell that begins before an offset of the source, else the first one. */
export function cellNear(source: string, offset: number): CellPlace | undefined {
  const places = parseTable(source).rows.flatMap((cells, row) => cells.map((cell, column) => ({ row, column, cell })));
  return places.findLast(({ cell }) => cell.start <= offset) ?? places[0];
}

/** Returns the cell at an offset of the source; undefined in the delimiters and behind the last cell of a row. */
export function cellAround(source: string, offset: number): CellPlace | undefined {
  const place = cellNear(source, offset);
  return place && place.cell.start <= offset && offset <= place.cell.end ? place : undefined;
}

/** Returns a delimiter of the given length; at least one dash remains. */
export function dashesOf(align: Align, length = 3): string {
  const [before, after] = [align === 'left' || align === 'center', align === 'right' || align === 'center'];
  const dashes = '-'.repeat(Math.max(1, length - Number(before) - Number(after)));
  return `${before ? ':' : ''}${dashes}${after ? ':' : ''}`;
}

export const writeRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Converts the shown text of a cell to source; `unescapeCell` reverses it. */
export const escapeCell = (text: string) => text.replaceAll('|', '\\|');
export const unescapeCell = (text: string) => text.replaceAll('\\|', '|');
/** Returns the text of an edited cell as one line. */
export const flatText = (text: string) => text.replace(/\n+/g, ' ').trim();
