import type { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ArchiveBudget, readArchive } from '#app/adapters/archive-reader.ts';
import { CONTENT_MAX_BYTES, IMPORT_BYTES_MAX, IMPORT_ENTRIES_MAX } from '#app/schemas/limits.ts';
import type { NotTaken } from '#app/services/transfer/import-report.ts';
import { isText, kindOf, readSource, type SourceText } from '#app/services/transfer/read-source.ts';

/** A file that was sent, lying in `file`; `name` is what its sender calls it. */
export type Upload = { name: string; file: string };
/** What an import can be made of, by path. `others` are files of another kind that lie among the texts. */
export type Gathered = { texts: Map<string, SourceText>; others: Set<string>; notTaken: NotTaken[] };

/** Markup and UTF-16 take more room than the text that comes of them. */
export const FILE_BYTES_MAX = 4 * CONTENT_MAX_BYTES;
/** Notion packs its archives once more. */
const ARCHIVES_DEEP = 2;

export const importBudget = (): ArchiveBudget => ({
  entries: IMPORT_ENTRIES_MAX,
  bytes: IMPORT_BYTES_MAX,
});

export const emptyHands = (): Gathered => ({ texts: new Map(), others: new Set(), notTaken: [] });

/** Reads the texts of an archive, below `name`; what cannot be read is told, the rest goes on. */
export async function readZip(source: string | Buffer, name: string, budget: ArchiveBudget): Promise<Gathered> {
  const gathered = emptyHands();
  await gather(gathered, source, { name, below: name, depth: 1 }, budget);
  return gathered;
}

type Place = { name: string; below: string; depth: number };

async function gather(into: Gathered, source: string | Buffer, place: Place, budget: ArchiveBudget): Promise<void> {
  const wanted = (path: string) => {
    if (isHidden(path)) return 0;
    // An archive in an archive may be as large as all its texts, which are counted again as they come out of it.
    return isArchive(path, place) ? IMPORT_BYTES_MAX : isText(path) ? FILE_BYTES_MAX : 0;
  };
  for await (const found of readArchive(source, budget, wanted)) {
    const path = found.path ? `${place.below}/${found.path}` : place.name;
    if (isHidden(found.path)) continue;
    if (found.problem) into.notTaken.push({ path, reason: found.problem, detail: '' });
    else if (!found.bytes) into.others.add(path);
    else if (isArchive(found.path, place)) {
      await gather(into, found.bytes, { name: path, below: place.below, depth: place.depth + 1 }, budget);
    } else await take(into, path, found.bytes);
  }
}

const isArchive = (path: string, { depth }: Place) => kindOf(path) === 'archive' && depth < ARCHIVES_DEEP;
/** What systems leave behind in archives. */
const isHidden = (path: string) => /(?:^|\/)(?:\.(?!\.?(?:\/|$))|__MACOSX\/)/.test(path);

/** Reads one file as a text, or tells why not. */
export async function take(into: Gathered, path: string, bytes: Buffer | null): Promise<void> {
  // A page that is long to read does not keep everyone else waiting for those after it.
  await yieldToOthers();
  const source: SourceText | NotTaken = bytes ? readSource(path, bytes) : { path, reason: 'tooLarge', detail: '' };
  if ('reason' in source) into.notTaken.push(source);
  else if (into.texts.has(path)) into.notTaken.push({ path, reason: 'duplicate', detail: '' });
  else into.texts.set(path, source);
}

/** Reads a single file that was sent; one that is neither text nor archive is told. */
export async function readSingle(into: Gathered, { name, file }: Upload): Promise<void> {
  if (!isText(name)) into.notTaken.push({ path: name, reason: 'type', detail: '' });
  else await take(into, name, await readFile(file));
}
