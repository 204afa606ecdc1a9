import type { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type ArchiveBudget, readArchive } from '#app/adapters/archive-reader.ts';
import { config } from '#app/config.server.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import { CONTENT_MAX_BYTES, IMPORT_BYTES_MAX, IMPORT_ENTRIES_MAX } from '#app/schemas/limits.ts';
import { SNIFFED_BYTES } from '#app/services/files/digest-bytes.ts';
import { looksLike } from '#app/services/files/inspect-upload.ts';
import type { NotTaken } from '#app/services/transfer/import-report.ts';
import { textBeside } from '#app/services/transfer/lay-out-attachments.ts';
import { isText, kindOf, type SourceText } from '#app/services/transfer/read-source.ts';
import { orInstead, runInThread } from '#app/threads/run-in-thread.ts';

/** A file that was sent, lying in `file`; `name` is what its sender calls it. */
export type Upload = { name: string; file: string };
/**
 * What an import can be made of, by path. `others` are files of another kind that lie among the texts, with where their
 * bytes are; null where they are not of a kind that is taken.
 */
export type Gathered = { texts: Map<string, SourceText>; others: Map<string, string | null>; notTaken: NotTaken[] };

/** Puts bytes aside and says where. */
export type Stash = (bytes: Buffer) => Promise<string>;

/** Markup and UTF-16 take more room than the text that comes of them. */
export const FILE_BYTES_MAX = 4 * CONTENT_MAX_BYTES;
/** Notion packs its archives once more. */
const ARCHIVES_DEEP = 2;

export const importBudget = (): ArchiveBudget => ({
  entries: IMPORT_ENTRIES_MAX,
  bytes: IMPORT_BYTES_MAX,
});

export const emptyHands = (): Gathered => ({ texts: new Map(), others: new Map(), notTaken: [] });

/** Reads the texts of an archive, below `name`; what cannot be read is told, the rest goes on. */
export async function readZip(source: string, name: string, budget: ArchiveBudget, stash: Stash): Promise<Gathered> {
  const gathered = emptyHands();
  await gather(gathered, source, { name, below: name, depth: 1, stash }, budget);
  return gathered;
}

type Place = { name: string; below: string; depth: number; stash: Stash };

async function gather(into: Gathered, source: string | Buffer, place: Place, budget: ArchiveBudget): Promise<void> {
  const wanted = (path: string) => {
    if (isHidden(path)) return 0;
    // An archive in an archive may be as large as all its texts, which are counted again as they come out of it.
    if (isArchive(path, place)) return IMPORT_BYTES_MAX;
    if (isDocument(path)) return FILE_BYTES_MAX;
    return fileTypeOf(extname(path)) ? config().maxUploadBytes : 0;
  };
  for await (const found of readArchive(source, budget, wanted)) {
    const path = found.path ? `${place.below}/${found.path}` : place.name;
    if (isHidden(found.path)) continue;
    if (found.problem) into.notTaken.push({ path, reason: found.problem, detail: '' });
    else if (!found.bytes) into.others.set(path, null);
    else if (isArchive(found.path, place)) {
      await gather(into, found.bytes, { ...place, name: path, depth: place.depth + 1 }, budget);
    } else if (isDocument(found.path)) await take(into, path, found.bytes);
    else await takeAttachment(into, path, found.bytes, place.stash);
  }
}

/** What lies beside a text as its attachment is none, whatever it is called. */
export const isDocument = (path: string) => isText(path) && textBeside(path) === null;

/** Keeps a file that is what its name says until its document is there. */
async function takeAttachment(into: Gathered, path: string, bytes: Buffer, stash: Stash): Promise<void> {
  const isAsNamed = await looksLike(bytes.subarray(0, SNIFFED_BYTES), extname(path));
  into.others.set(path, isAsNamed ? await stash(bytes) : null);
}

const isArchive = (path: string, { depth }: Place) => kindOf(path) === 'archive' && depth < ARCHIVES_DEEP;
/** What systems leave behind in archives. */
const isHidden = (path: string) => /(?:^|\/)(?:\.(?!\.?(?:\/|$))|__MACOSX\/)/.test(path);

/** Reads one file as a text, or tells why not. */
export async function take(into: Gathered, path: string, bytes: Buffer | null): Promise<void> {
  const source: SourceText | NotTaken = bytes ? await readText(path, bytes) : { path, reason: 'tooLarge', detail: '' };
  if ('reason' in source) into.notTaken.push(source);
  else if (into.texts.has(path)) into.notTaken.push({ path, reason: 'duplicate', detail: '' });
  else into.texts.set(path, source);
}

/** Imports are charged to the file: their reader knows no person. A text beyond the budget is told like one nested absurdly. */
function readText(path: string, bytes: Buffer): Promise<SourceText | NotTaken> {
  return orInstead(
    runInThread('import', 'readSource', path, bytes),
    (): NotTaken => ({
      path,
      reason: 'nesting',
      detail: '',
    }),
  );
}

/** Reads a single file that was sent; one that is neither text nor archive is told. */
export async function readSingle(into: Gathered, { name, file }: Upload): Promise<void> {
  if (!isText(name)) into.notTaken.push({ path: name, reason: 'type', detail: '' });
  else await take(into, name, await readFile(file));
}
