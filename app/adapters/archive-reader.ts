import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';

/** Why a file of an archive stays where it is. */
export type ArchiveProblem = 'encrypted' | 'path' | 'link' | 'damaged' | 'tooLarge' | 'swells' | 'tooMany';
/** A file of an archive: its bytes, null where nobody wanted them, or why it cannot be read. */
export type ArchiveFile = { path: string; bytes: Buffer | null; problem?: ArchiveProblem };
/** What may still be read; one budget may serve several archives. */
export type ArchiveBudget = { entries: number; bytes: number };
/** How many bytes of a file are wanted at most; 0 where it is not to be read at all. */
export type Wanted = (path: string) => number;

/** Written text shrinks to a third or a tenth; a file that swells more than this is made to. */
const RATIO_MAX = 200;
/** A few files of blank lines are nobody's attack. */
const RATIO_FROM_BYTES = 16 * 1024 * 1024;
const PATH_MAX = 1024;
const PARTS_MAX = 64;
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE = 0o170000;
const OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: true } as const;

/**
 * The files of a zip, one after the other; bytes only as many as are `wanted`, and never more than the budget, which
 * is used up on the way: sizes are counted while inflating, not believed. No path leaves the archive. What cannot be
 * read comes with its problem and the rest goes on; bytes that are no zip at all are one problem without a path.
 */
export async function* readArchive(
  source: string | Buffer,
  budget: ArchiveBudget,
  wanted: Wanted,
): AsyncGenerator<ArchiveFile> {
  let zip: ZipFile;
  try {
    zip = await (typeof source === 'string' ? openPromise(source, OPTIONS) : fromBufferPromise(source, OPTIONS));
  } catch (error) {
    requireArchiveFault(error);
    return yield { path: '', bytes: null, problem: 'damaged' };
  }
  try {
    yield* readEntries(zip, budget, wanted);
  } catch (error) {
    requireArchiveFault(error);
    // The list of files broke off: what came before stands.
    yield { path: '', bytes: null, problem: 'damaged' };
  } finally {
    zip.close();
  }
}

async function* readEntries(zip: ZipFile, budget: ArchiveBudget, wanted: Wanted): AsyncGenerator<ArchiveFile> {
  const progress = { unpacked: 0 };
  for await (const entry of zip.eachEntry()) {
    if (budget.entries <= 0) return yield { path: '', bytes: null, problem: 'tooMany' };
    budget.entries -= 1;
    const path = pathOf(entry);
    if (path.endsWith('/')) continue;
    const problem = problemOf(entry, path);
    if (problem) yield { path: printable(path), bytes: null, problem };
    else {
      const most = wanted(path);
      yield most > 0 ? await readEntry(zip, { entry, path, most }, budget, progress) : { path, bytes: null };
    }
  }
}

function pathOf(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  // Backslashes, which some Windows programs write, become slashes.
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replace(/^(?:\.\/)+/, '');
}

const printable = (path: string) => path.replace(/\p{Cc}/gu, '\uFFFD').slice(0, 200);

function problemOf(entry: Entry, path: string): ArchiveProblem | null {
  if (!isPlainPath(path)) return 'path';
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) return 'link';
  if (entry.isEncrypted()) return 'encrypted';
  return entry.canDecodeFileData() ? null : 'damaged';
}

/** Relative, inside of the archive, and such as a person could have typed. */
function isPlainPath(path: string): boolean {
  if (path === '' || path.length > PATH_MAX || /^(?:\/|[a-z]:)/i.test(path) || /\p{Cc}/u.test(path)) return false;
  const parts = path.split('/');
  return parts.length <= PARTS_MAX && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

type Progress = { unpacked: number };

async function readEntry(
  zip: ZipFile,
  { entry, path, most }: { entry: Entry; path: string; most: number },
  budget: ArchiveBudget,
  progress: Progress,
): Promise<ArchiveFile> {
  const refuse = (problem: ArchiveProblem) => ({ path, bytes: null, problem });
  const size = entry.uncompressedSize;
  if (size > most) return refuse('tooLarge');
  const unpacked = progress.unpacked + size;
  const swells = unpacked > RATIO_FROM_BYTES && size > RATIO_MAX * entry.compressedSize;
  if (size > budget.bytes || swells) return refuse('swells');
  progress.unpacked = unpacked;
  budget.bytes -= size;
  try {
    // The stream fails as soon as more comes out than the entry says.
    return { path, bytes: await gather(await zip.openReadStreamPromise(entry)) };
  } catch (error) {
    requireArchiveFault(error);
    return refuse('damaged');
  }
}

async function gather(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whatever an archive holds is its own fault; that the disk fails is not. */
function requireArchiveFault(error: unknown): void {
  if (error instanceof Error && 'syscall' in error) throw error;
}
