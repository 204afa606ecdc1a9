import { once } from 'node:events';
import { csvLine } from '#app/services/csv.ts';
import { isPipeClosed } from '#cli/output/closed-pipe.ts';
import { withChosenFields } from '#cli/output/fields.ts';
import type { Row } from '#cli/output/printable.ts';
import { printableJson, printableRow } from '#cli/output/printable.ts';
import { type Format, printRows } from '#cli/output/rows.ts';

/**
 * Streams rows to stdout and returns their number. CSV and JSON keep one row in memory and respect backpressure; a
 * table needs all rows for its column widths. `readable` creates the row of a table; `columns` are the header of a CSV
 * without rows, which has none otherwise.
 */
export async function streamRows<T>(
  items: AsyncIterable<T>,
  format: Format,
  { row, readable, columns = [] }: { row: (item: T) => Row; readable: (item: T) => Row; columns?: readonly string[] },
): Promise<number> {
  if (format !== 'table') return format === 'csv' ? streamCsv(items, row, columns) : streamJson(items, row);
  const rows: Row[] = [];
  for await (const item of items) rows.push(readable(item));
  printRows(rows, 'table');
  return rows.length;
}

async function streamCsv<T>(
  items: AsyncIterable<T>,
  rowOf: (item: T) => Row,
  columns: readonly string[],
): Promise<number> {
  const { write, end } = chunks();
  let count = 0;
  for await (const item of items) {
    const row = printableRow(withChosenFields(rowOf(item)));
    if (count === 0) await write(csvLine(Object.keys(row)));
    await write(csvLine(Object.values(row)));
    count += 1;
    if (isPipeClosed()) break;
  }
  if (count === 0 && columns.length > 0) await write(csvLine(headerOf(columns)));
  await end();
  return count;
}

function headerOf(columns: readonly string[]): string[] {
  return Object.keys(withChosenFields(Object.fromEntries(columns.map((column) => [column, null]))));
}

async function streamJson<T>(items: AsyncIterable<T>, rowOf: (item: T) => Row): Promise<number> {
  const { write, end } = chunks();
  let count = 0;
  for await (const item of items) {
    await write(`${count === 0 ? '[\n' : ',\n'}  ${printableJson(withChosenFields(rowOf(item)))}`);
    count += 1;
    if (isPipeClosed()) break;
  }
  await write(count === 0 ? '[]\n' : '\n]\n');
  await end();
  return count;
}

/** Output is written in chunks: one system call per line would take longer than reading the rows. */
const CHUNK_CHARACTERS = 16_384;

function ignoreClosedPipe(error: unknown): void {
  if (!isPipeClosed()) throw error;
}

function chunks() {
  let text = '';
  const end = async () => {
    const chunk = text;
    text = '';
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain').catch(ignoreClosedPipe);
  };
  const write = async (more: string) => {
    text += more;
    if (text.length >= CHUNK_CHARACTERS) await end();
  };
  return { write, end };
}
