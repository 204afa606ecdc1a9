export type Align = 'left' | 'center' | 'right' | null;
/** A table cell. `from` and `to` are offsets in the table's source, without surrounding blanks. */
export type Cell = { from: number; to: number; text: string };
export type Table = { align: Align[]; rows: Cell[][] };

function alignOf(delimiter: string): Align {
  const starts = delimiter.startsWith(':');
  const ends = delimiter.endsWith(':');
  if (starts && ends) return 'center';
  if (ends) return 'right';
  return starts ? 'left' : null;
}

/** Splits one line at each `|` that is not escaped. */
function cellsOf(line: string, offset: number): Cell[] {
  const bounds = [...line.matchAll(/\\.|\|/g)].filter(({ 0: match }) => match === '|').map(({ index }) => index);
  const isOpen = bounds[0] === undefined || line.slice(0, bounds[0]).trim() !== '';
  const edges = isOpen ? [-1, ...bounds] : bounds;
  const last = edges.at(-1) ?? -1;
  if (line.slice(last + 1).trim() !== '') edges.push(line.length);
  return edges.slice(0, -1).map((edge, index) => {
    const raw = line.slice(edge + 1, edges[index + 1]);
    const text = raw.trim();
    const from = offset + edge + 1 + (text === '' ? Math.min(1, raw.length) : raw.length - raw.trimStart().length);
    return { from, to: from + text.length, text };
  });
}

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

const DASHES: Record<NonNullable<Align> | 'none', string> = {
  left: ':---',
  center: ':---:',
  right: '---:',
  none: '---',
};

export const writeRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Serializes rows as table source, after rows or columns were added or removed. */
export function writeTable(align: Align[], rows: string[][]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const write = (cells: string[]) => writeRow(Array.from({ length: width }, (_, column) => cells[column] ?? ''));
  const dashes = Array.from({ length: width }, (_, column) => DASHES[align[column] ?? 'none']);
  const [head = [], ...body] = rows;
  return [write(head), writeRow(dashes), ...body.map(write)].join('\n');
}

/** Escapes the text of a table cell; `unescapeCell` reverses it. */
export const escapeCell = (text: string) =>
  text
    .replace(/\n+/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .trim();
export const unescapeCell = (text: string) => text.replace(/\\\|/g, '|');
