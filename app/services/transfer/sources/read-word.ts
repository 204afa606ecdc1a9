import type { Buffer } from 'node:buffer';
import { basename } from 'node:path/posix';
import { readArchive } from '#app/adapters/archive-reader.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import { instantOf, type SourceText, sourceOf, withAuthor } from '#app/services/transfer/sources/source-text.ts';
import type { WordText } from '#app/services/transfer/sources/word-to-markdown.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

export type WordSource = { source: SourceText; pictures: { path: string; bytes: Uint8Array }[] };

/** Limits for unpacked content, as the library reads a document whole. */
const UNPACKED_MAX = 96 * 1024 * 1024;
const PARTS_MAX = 5000;
const CORE = 'docProps/core.xml';

/**
 * Reads a Word document, or reports why it cannot be read. Its parts are unpacked within limits before the library
 * reads them.
 */
export async function readWord(path: string, bytes: Buffer): Promise<WordSource | NotTaken> {
  const core = await readCore(bytes);
  if (typeof core === 'string') return { path, reason: core, detail: '' };
  const folder = `${basename(path)}.pictures`;
  const reading = runInThread('import', 'wordToMarkdown', bytes, folder);
  const text = await orFallback<WordText>(reading, () => ({ problem: 'nesting' }));
  if ('problem' in text) return { path, reason: text.problem, detail: '' };
  const { author, ...dates } = core;
  const source = sourceOf(path, withAuthor(text.markdown, author), () => text.title, dates);
  if ('reason' in source) return source;
  return {
    source,
    pictures: text.pictures.map((picture) => ({ path: `${path}.pictures/${picture.name}`, bytes: picture.bytes })),
  };
}

type Core = { author: string | null; createdAt: number | null; updatedAt: number | null };

/** Unpacks every part within the limits; returns the author and dates, or the reason the file is refused. */
async function readCore(bytes: Buffer): Promise<Core | NotTaken['reason']> {
  let xml = '';
  for await (const part of readArchive(bytes, { entries: PARTS_MAX, bytes: UNPACKED_MAX }, () => UNPACKED_MAX)) {
    if (part.problem) return part.problem;
    if (part.path === CORE) xml = part.bytes?.toString('utf8', 0, 64 * 1024) ?? '';
  }
  const textIn = (name: string) => new RegExp(`<${name}\\b[^<>]*>([^<>]{1,200})</${name}>`).exec(xml)?.[1] ?? null;
  const author = textIn('dc:creator')?.trim() || null;
  return {
    author,
    createdAt: instantOf(textIn('dcterms:created')),
    updatedAt: instantOf(textIn('dcterms:modified')),
  };
}
