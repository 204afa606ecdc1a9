import type { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { readArchive } from '#app/adapters/archive-reader.ts';
import { storage } from '#app/adapters/storage.ts';
import { log } from '#app/observability/log.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { type ReadFileText, readerOf, readFileName } from '#app/services/search/file-text.ts';
import { indexFileTokens } from '#app/services/search/full-text-index.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findFileTokens, findIndexedFiles, findUnreadFiles, findWaitingFiles } from '#db/queries/file-texts.ts';

/** Scheduling key of this background work, so that users' work gets threads first. */
const READING = 'reading files';
const AT_ONCE = 50;
/**
 * Maximum bytes of a file whose text is indexed, as a thread reads a whole file. Larger files are found by name only.
 */
const FILE_MAX_BYTES = 16 * 1024 * 1024;
/** Number of bytes indexed from the beginning of a plain text. */
const PLAIN_MAX_BYTES = 1024 * 1024;
/** Maximum length of a document's file tokens in UTF-16 units, several times the largest file's. */
const TOKENS_MAX = 4_000_000;
/** Limits for the unpacked content of a Word document. */
const UNPACKED_MAX_BYTES = 96 * 1024 * 1024;
const PARTS_MAX = 5_000;

/** Indexes the files of all waiting documents until done or stopped. Returns the number of documents. */
export async function indexWaitingFiles(signal: AbortSignal): Promise<number> {
  const failed = new Set<string>();
  let indexed = 0;
  for (;;) {
    const rows = await findWaitingFiles({ limit: AT_ONCE + failed.size });
    const waiting = rows.filter(({ documentId }) => !failed.has(documentId));
    if (waiting.length === 0) return indexed;
    for (const { documentId, mark } of waiting) {
      if (signal.aborted) return indexed;
      try {
        await indexFilesOf(documentId, mark);
        indexed += 1;
      } catch (error) {
        failed.add(documentId);
        log.warn({ event: 'files-not-indexed', documentId, error }, 'the files of a document are not indexed yet');
      }
    }
  }
}

async function indexFilesOf(documentId: string, mark: string): Promise<void> {
  const { FileText, File, WaitingFile } = await models();
  for (const file of await findUnreadFiles({ documentId })) {
    const read = await readFile(file);
    await inTransaction(async () => {
      // The file may be removed, or read by another process, in the meantime.
      if ((await File.count({ where: { id: file.id } })) === 0) return;
      await FileText.bulkCreate([{ fileId: file.id, ...read }], { ignoreDuplicates: true });
    });
  }
  const files = await findIndexedFiles({ documentId });
  const tokens = await runInThread(READING, 'joinFileTokens', await tokensOf(files));
  await inTransaction(async () => {
    const now = await findIndexedFiles({ documentId });
    // The files have changed: the new request is still queued.
    if (now.map(({ id }) => id).join() !== files.map(({ id }) => id).join()) return;
    await indexFileTokens(documentId, tokens);
    await WaitingFile.destroy({ where: { documentId, mark } });
  });
}

/** Reads the tokens of files up to the limit. Later files are omitted, as `joinFileTokens` omits them. */
async function tokensOf(files: { id: string }[]): Promise<string[]> {
  const read: string[] = [];
  let units = 0;
  for (const { id } of files) {
    const [file] = await findFileTokens({ fileId: id });
    if (!file) continue;
    const tokens = file.tokens.slice(0, TOKENS_MAX - units);
    // Not within a word.
    read.push(tokens === file.tokens ? tokens : tokens.slice(0, tokens.lastIndexOf(' ') + 1));
    units += tokens.length;
    if (units >= TOKENS_MAX) break;
  }
  return read;
}

type Unread = Awaited<ReturnType<typeof findUnreadFiles>>[number];

async function readFile(file: Unread): Promise<ReadFileText> {
  const { name, ext } = file;
  const reader = readerOf(ext);
  if (reader === null) return readFileName(name);
  const isPlain = reader === 'plain';
  if (!isPlain && Number(file.size) > FILE_MAX_BYTES) return readFileName(name, 'tooLarge');
  const bytes = await bytesOf(file, isPlain ? PLAIN_MAX_BYTES : FILE_MAX_BYTES);
  if (bytes === null) return readFileName(name, 'damaged');
  if (reader === 'word') {
    const problem = await problemOfArchive(bytes);
    if (problem) return readFileName(name, problem);
  }
  return orFallback(runInThread(READING, 'readFileText', name, ext, bytes), () => readFileName(name, 'tooSlow'));
}

/** Returns null if the bytes were removed. */
async function bytesOf(file: Unread, max: number): Promise<Buffer | null> {
  const key = blobKey(file);
  const size = await storage().sizeOf(key);
  if (size === null) return null;
  return buffer(await storage().read(key, size > max ? { start: 0, end: max - 1 } : undefined));
}

/** Unpacks a Word document within limits first, as the library unpacks it without any. */
async function problemOfArchive(bytes: Buffer): Promise<'tooLarge' | 'damaged' | null> {
  const limits = { entries: PARTS_MAX, bytes: UNPACKED_MAX_BYTES };
  for await (const part of readArchive(bytes, limits, () => UNPACKED_MAX_BYTES)) {
    if (part.problem) return part.problem === 'damaged' ? 'damaged' : 'tooLarge';
  }
  return null;
}
