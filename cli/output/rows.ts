import { styleText } from 'node:util';
import { csvLine } from '#app/services/csv.ts';
import { withChosenFields } from '#cli/output/fields.ts';
import { withHeadings } from '#cli/output/headings.ts';
import { printPaged } from '#cli/output/pager.ts';
import { printableJson, printableRow, type Row } from '#cli/output/printable.ts';
import { textWidth } from '#cli/output/text-width.ts';

export type Format = 'table' | 'json' | 'csv';

/**
 * Prints rows on stdout: an aligned table, a JSON array of flat objects or CSV (RFC 4180). Uses a pager on a terminal.
 */
export function printRows(rows: Row[], format: Format): void {
  const { isTTY, columns } = process.stdout;
  const wanted = format === 'table' ? withHeadings(rows) : rows.map(withChosenFields);
  printPaged(formatRows(wanted, format, isTTY ? columns : undefined));
}

/** Prints one row with many columns; in the format `table`, one column per line. */
export function printRecord(row: Row, format: Format): void {
  const wanted = format === 'table' ? row : withChosenFields(row);
  process.stdout.write(formatRows([wanted], format, 0));
}

/** Formats rows. A table wider than `width` becomes one block per row; without `width` there is no limit. */
export function formatRows(rows: Row[], format: Format, width = Number.POSITIVE_INFINITY): string {
  if (format === 'json') return `${printableJson(rows, 2)}\n`;
  return formatPrintable(rows.map(printableRow), format, width);
}

function formatPrintable(rows: Row[], format: 'table' | 'csv', width: number): string {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return '';
  if (format === 'csv') {
    return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))].map(csvLine).join('');
  }
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  const widths = columns.map((_, index) => Math.max(...[columns, ...cells].map((line) => textWidth(line[index]!))));
  const total = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  return total > width ? blocks(columns, cells) : table(rows, columns, cells, widths);
}

const GAP = '  ';
/** Uses colour only on a terminal that supports it (`NO_COLOR`, `--no-color`). */
const dim = (text: string) => styleText('dim', text, { stream: process.stdout });

function table(rows: Row[], columns: string[], cells: string[][], widths: number[]): string {
  const numeric = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (texts: string[]) => texts.map((text, index) => pad(text, widths[index]!, numeric[index]!)).join(GAP);
  return [dim(line(columns).trimEnd()), ...cells.map((each) => line(each).trimEnd())]
    .map((text) => `${text}\n`)
    .join('');
}

function blocks(columns: string[], cells: string[][]): string {
  const width = Math.max(...columns.map((column) => textWidth(column)));
  const block = (texts: string[]) =>
    columns
      .map((column, index) => `${dim(pad(column, width, false))}${GAP}${texts[index]}`.trimEnd())
      .filter((_, index) => texts[index] !== '')
      .join('\n');
  return `${cells.map(block).join('\n\n')}\n`;
}

function pad(cell: string, width: number, isNumber: boolean): string {
  const blank = ' '.repeat(width - textWidth(cell));
  return isNumber ? blank + cell : cell + blank;
}
