import type { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { extname, posix } from 'node:path';
import { type ArchiveBudget, readArchive, sampleNames } from '#app/adapters/archive-reader.ts';
import { config } from '#app/config.server.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import { CONTENT_MAX_BYTES, IMPORT_BYTES_MAX, IMPORT_ENTRIES_MAX } from '#app/schemas/limits.ts';
import { SNIFFED_BYTES } from '#app/services/files/digest-bytes.ts';
import { looksLike } from '#app/services/files/inspect-upload.ts';
import { textBeside } from '#app/services/transfer/export/lay-out-attachments.ts';
import { encodingOfNames } from '#app/services/transfer/sources/encoding-of-names.ts';
import { isBackup } from '#app/services/transfer/sources/is-backup.ts';
import { isText, kindOf } from '#app/services/transfer/sources/source-text.ts';
import { type Gathered, type Stash, TextReader } from '#app/services/transfer/sources/text-reader.ts';

/** An uploaded file. `file` is its path on disk, `name` the sender's name for it. */
export type Upload = { name: string; file: string };
/** Markup and UTF-16 take more bytes than the resulting text. */
export const FILE_BYTES_MAX = 4 * CONTENT_MAX_BYTES;
/** Notion nests its archives in another one that holds no texts itself. */
const ARCHIVES_DEEP = 2;

export const importBudget = (): ArchiveBudget => ({
  entries: IMPORT_ENTRIES_MAX,
  bytes: IMPORT_BYTES_MAX,
});

export const nothingGathered = (): Gathered => ({
  texts: new Map(),
  others: new Map(),
  emptyFolders: [],
  notTaken: [],
});

/** Reads the texts of an archive below `name`. Reports unreadable ones and continues. */
export async function readZip(source: string, name: string, budget: ArchiveBudget, stash: Stash): Promise<Gathered> {
  const gathered = nothingGathered();
  if (await isBackup(source, budget)) {
    gathered.notTaken.push({ path: name, reason: 'backup', detail: '' });
    return gathered;
  }
  const reader = new TextReader(gathered, stash);
  await gather(gathered, source, { name, below: name, depth: 1, hasTexts: false, stash, reader }, budget);
  await reader.end();
  return gathered;
}

type Place = { name: string; below: string; depth: number; hasTexts: boolean; stash: Stash; reader: TextReader };

/** Tests whether an archive itself holds texts. Reads its directory alone, up to the first text. */
async function hasTexts(source: string | Buffer, { entries }: ArchiveBudget): Promise<boolean> {
  for await (const { path, isFolder } of readArchive(source, { entries, bytes: 0 }, () => 0)) {
    if (!isFolder && !isHidden(path) && isDocument(path)) return true;
  }
  return false;
}

async function gather(into: Gathered, source: string | Buffer, outer: Place, budget: ArchiveBudget): Promise<void> {
  const encoding = encodingOfNames(await sampleNames(source, budget.entries));
  const place = { ...outer, hasTexts: await hasTexts(source, budget) };
  if (encoding) await place.reader.report({ path: place.name, reason: 'recognised', detail: encoding });
  const wanted = (path: string) => {
    if (isHidden(path)) return 0;
    // A nested archive may be as large as all its texts, which are counted again when extracted.
    if (isArchive(path, place)) return IMPORT_BYTES_MAX;
    if (isDocument(path)) return kindOf(path) === 'word' ? config().maxUploadBytes : FILE_BYTES_MAX;
    return fileTypeOf(extname(path)) ? config().maxUploadBytes : 0;
  };
  const folders = new Set<string>();
  const filled = new Set<string>();
  for await (const found of readArchive(source, budget, wanted, encoding)) {
    const path = found.path ? `${place.below}/${found.path}` : place.name;
    if (isHidden(found.path)) continue;
    for (let at = posix.dirname(path); at.length > place.below.length; at = posix.dirname(at)) filled.add(at);
    if (found.isFolder) folders.add(path);
    else if (found.problem) await place.reader.report({ path, reason: found.problem, detail: '' });
    else if (!found.bytes) into.others.set(path, null);
    else if (isArchive(found.path, place)) {
      await gather(into, found.bytes, { ...place, name: path, depth: place.depth + 1 }, budget);
    } else if (isDocument(found.path)) await place.reader.add(path, found.bytes);
    else await takeAttachment(into, path, found.bytes, place.stash);
  }
  into.emptyFolders.push(...[...folders].filter((path) => !filled.has(path)));
}

/** Paths of attachments in exports of Outline and Confluence. */
const FOREIGN_ATTACHMENT =
  /(?:^|\/)(?:(?:uploads|public)\/[\da-f-]{36}\/[\da-f-]{36}\/[^/]+|attachments\/(?:[\da-f-]{36}|\d+)\/[^/]+)$/i;

const isAttachment = (path: string) => textBeside(path) !== null || FOREIGN_ATTACHMENT.test(path);

/** True for texts that become documents. Attachments beside a text do not, whatever their name. */
export const isDocument = (path: string) => isText(path) && !isAttachment(path);

/** Stores a file temporarily if its bytes match its extension. */
async function takeAttachment(into: Gathered, path: string, bytes: Buffer, stash: Stash): Promise<void> {
  const isAsNamed = await looksLike(bytes.subarray(0, SNIFFED_BYTES), extname(path));
  into.others.set(path, isAsNamed ? await stash(bytes) : null);
}

/** True for archives to unpack. One beside a text, or in an archive of texts, is an attachment. */
const isArchive = (path: string, { depth, hasTexts: isBesideTexts }: Place) =>
  kindOf(path) === 'archive' && depth < ARCHIVES_DEEP && !isBesideTexts && !isAttachment(path);
/** Hidden and system files in archives. */
const isHidden = (path: string) => /(?:^|\/)(?:\.(?!\.?(?:\/|$))|__MACOSX(?:\/|$))/.test(path);

/** Reads a single uploaded file; reports one that is neither text nor archive. */
export async function readSingle(into: Gathered, { name, file }: Upload, stash: Stash): Promise<void> {
  if (!isText(name)) into.notTaken.push({ path: name, reason: 'type', detail: '' });
  else {
    const reader = new TextReader(into, stash);
    await reader.add(name, await readFile(file));
    await reader.end();
  }
}
