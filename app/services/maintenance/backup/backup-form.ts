import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { TableRow, TableValue } from '#db/tables.ts';

/** Raised when older programs could not read what newer ones write. */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';
export const SECRET = 'secret';
export const tablePath = (table: string) => `tables/${table}.jsonl`;
export const filePath = (key: string) => `files/${key}`;

/** What an archive says of itself. `schema`: the migrations that had run. `sums`: SHA-256 of every part but this one. */
export const manifestSchema = z.object({
  arbor: z.literal('backup'),
  format: z.number().int(),
  createdAt: z.string(),
  schema: z.array(z.string()),
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_]+$/), rows: z.number().int() })),
  counters: z.record(z.string(), z.number()),
  /** Keys of bytes that had gone when they were to be copied. */
  missing: z.array(z.string()),
  files: z.array(z.object({ key: z.string().regex(/^blobs\/[a-z0-9]+\/[\w-]+$/), type: z.string() })),
  /** Tells whether a secret is the one the archive was made with, and nothing else about it. */
  secretMark: z.string(),
  sums: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifestSchema>;

/**
 * Waits where the backup is made, and is sent from there: sent again by whoever restores it, a code or an invitation
 * would come twice.
 */
export const LEFT_BEHIND: readonly string[] = ['mails'];

const BYTES = '$bytes';

export const toLine = (row: TableRow) =>
  `${JSON.stringify(row, (_key, value) => {
    // A buffer has become a list of numbers by the time it is seen here.
    const isBuffer = typeof value === 'object' && value?.type === 'Buffer' && Array.isArray(value.data);
    return isBuffer ? { [BYTES]: Buffer.from(value.data).toString('base64') } : value;
  })}\n`;

const value = z.union([z.string(), z.number(), z.null(), z.object({ [BYTES]: z.base64() })]);
const row = z.record(z.string(), value);

function fromLine(line: string): TableRow {
  const entries = Object.entries(row.parse(JSON.parse(line)));
  return Object.fromEntries(entries.map(([column, of]) => [column, toValue(of)]));
}

function toValue(of: z.output<typeof value>): TableValue {
  return of !== null && typeof of === 'object' ? Buffer.from(of[BYTES]!, 'base64') : of;
}

/** Rows of a part, as many at once as are inserted at once. */
export async function* rowsIn(part: Readable, atOnce: number): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = [];
  for await (const line of linesOf(part)) {
    batch.push(fromLine(line));
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Lines end at a line feed and nowhere else: JSON leaves U+2028 as it is. */
async function* linesOf(part: Readable): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of part) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8');
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
}
