import stringWidth from 'string-width';

export type Format = 'table' | 'json' | 'csv';
export type Row = Record<string, string | number | boolean | null>;

/** Rows on stdout: an aligned table to read, a JSON array of flat objects or CSV (RFC 4180) to go on with. */
export function printRows(rows: Row[], format: Format): void {
  process.stdout.write(formatRows(rows, format));
}

export function formatRows(rows: Row[], format: Format): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return '';
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  if (format === 'csv') return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index]!))));
  const numeric = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, index) => pad(cell, widths[index]!, numeric[index]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function pad(cell: string, width: number, isNumber: boolean): string {
  const blank = ' '.repeat(width - stringWidth(cell));
  return isNumber ? blank + cell : cell + blank;
}

function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
