import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { TableRow, TableValue } from '#db/tables.ts';

/** Newest format version: 1 holds the bytes of files, 2 refers to those beside the archive. */
export const FORMAT = 2;

/** Folder beside archives of format 2 with the bytes of files. */
export const FILES_FOLDER = 'arbor-files';

export const MANIFEST = 'manifest.json';
export const SECRET = 'secret';
export const tablePath = (table: string) => `tables/${table}.jsonl`;
export const filePath = (key: string) => `files/${key}`;

/** Manifest of an archive. `schema` lists the applied migrations, `sums` the SHA-256 of every other part. */
export const manifestSchema = z.object({
  arbor: z.literal('backup'),
  format: z.number().int(),
  createdAt: z.string(),
  schema: z.array(z.string()),
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_]+$/), rows: z.number().int() })),
  counters: z.record(z.string(), z.number()),
  /** Keys of bytes that were missing when copied. */
  missing: z.array(z.string()),
  /** Salt of the folder beside the archive, in base64; absent if the archive holds the bytes itself. */
  filesSalt: z.base64().optional(),
  files: z.array(z.object({ key: z.string().regex(/^blobs\/[a-z0-9]+\/[\w-]+$/), type: z.string() })),
  /** Keyed hash that verifies the archive's secret without revealing it. */
  secretMark: z.string(),
  sums: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifestSchema>;

/**
 * Tables that are not backed up: queued mails, which the source installation sends (a restore would send codes and
 * invitations twice), the mark of the source, and the runs of its jobs, of which the backup itself is one.
 */
export const EXCLUDED_TABLES: readonly string[] = ['mails', 'installation', 'job_runs'];

const BYTES = '$bytes';

export const toLine = (row: TableRow) =>
  `${JSON.stringify(row, (_key, value) => {
    // JSON has already converted a buffer to a list of numbers.
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

/** Yields the rows of a part in insert-sized batches. */
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

/** Splits at line feeds only: JSON does not escape U+2028. */
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
