import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';

/** Reason why an archive entry is not extracted. */
export type ArchiveProblem = 'encrypted' | 'path' | 'link' | 'damaged' | 'tooLarge' | 'swells' | 'tooMany';
/** An archive entry: its bytes (null if not `wanted`, or a folder), or the problem that prevents reading it. */
export type ArchiveFile = { path: string; bytes: Buffer | null; problem?: ArchiveProblem; isFolder?: true };
/** Remaining read allowance; several archives may share one. */
export type ArchiveBudget = { entries: number; bytes: number };
/** Returns the maximum number of bytes to read of a file; 0 skips it. */
export type Wanted = (path: string) => number;

/** Maximum compression ratio. Text has 3 to 10; a higher one indicates a zip bomb. */
const RATIO_MAX = 200;
/** Below this size the ratio is not checked, as small files of blank lines may exceed it. */
const RATIO_FROM_BYTES = 16 * 1024 * 1024;
const PATH_MAX = 1024;
const PARTS_MAX = 64;
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE = 0o170000;
const UTF8_FLAG = 0x800;
/** Extra field of a name in UTF-8, beside one in another encoding. */
const UNICODE_PATH = 0x7075;
/** Bytes of names that suffice to recognise their encoding. */
const SAMPLE_BYTES = 32 * 1024;
const NEW_LINE = Buffer.from('\n');
const OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: true } as const;

const isUtf8Marked = ({ generalPurposeBitFlag, extraFields }: Entry) =>
  (generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);

const openArchive = (source: string | Buffer): Promise<ZipFile> =>
  typeof source === 'string' ? openPromise(source, OPTIONS) : fromBufferPromise(source, OPTIONS);

/**
 * Returns the bytes of names that are not marked as UTF-8 and are no UTF-8 either, one a line, to recognise their
 * encoding. Reads the directory alone, up to so many entries.
 */
export async function sampleNames(source: string | Buffer, entries: number): Promise<Buffer> {
  const names: Buffer[] = [];
  let [left, size] = [entries, 0];
  let zip: ZipFile | null = null;
  try {
    zip = await openArchive(source);
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw;
      if (left <= 0 || size > SAMPLE_BYTES) break;
      left -= 1;
      if (isUtf8Marked(entry) || name.length > PATH_MAX || decodeName('utf-8', name) !== null) continue;
      names.push(name, NEW_LINE);
      size += name.length;
    }
  } catch (error) {
    requireArchiveFault(error);
  } finally {
    zip?.close();
  }
  return Buffer.concat(names);
}

/**
 * Yields the files and folders of a zip in order, with bytes up to `wanted` and the budget, which is reduced. Sizes are
 * counted while inflating, not taken from the headers. Paths never leave the archive. An unreadable entry has a
 * `problem` and reading continues; input that is not a zip yields one problem without a path. `encoding` is the one of
 * names that are not UTF-8, by default code page 437.
 */
export async function* readArchive(
  source: string | Buffer,
  budget: ArchiveBudget,
  wanted: Wanted,
  encoding: string | null = null,
): AsyncGenerator<ArchiveFile> {
  let zip: ZipFile;
  try {
    zip = await openArchive(source);
  } catch (error) {
    requireArchiveFault(error);
    return yield { path: '', bytes: null, problem: 'damaged' };
  }
  try {
    yield* readEntries(zip, budget, wanted, encoding);
  } catch (error) {
    requireArchiveFault(error);
    // The central directory is damaged. Entries already yielded remain valid.
    yield { path: '', bytes: null, problem: 'damaged' };
  } finally {
    zip.close();
  }
}

async function* readEntries(
  zip: ZipFile,
  budget: ArchiveBudget,
  wanted: Wanted,
  encoding: string | null,
): AsyncGenerator<ArchiveFile> {
  const progress = { unpacked: 0 };
  for await (const entry of zip.eachEntry()) {
    if (budget.entries <= 0) return yield { path: '', bytes: null, problem: 'tooMany' };
    budget.entries -= 1;
    const path = pathOf(entry, encoding);
    if (path.endsWith('/')) {
      const folder = path.slice(0, -1);
      if (isPlainPath(folder)) yield { path: folder, bytes: null, isFolder: true };
      continue;
    }
    const problem = problemOf(entry, path);
    if (problem) yield { path: printable(path), bytes: null, problem };
    else {
      const most = wanted(path);
      yield most > 0 ? await readEntry(zip, { entry, path, most }, budget, progress) : { path, bytes: null };
    }
  }
}

function pathOf(entry: Entry, encoding: string | null): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  if (!isUtf8Marked(entry)) {
    const name = decodeName('utf-8', fileNameRaw) ?? (encoding && decodeName(encoding, fileNameRaw));
    if (name) return name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  }
  // Convert backslashes, which some Windows programs write, to slashes.
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replace(/^(?:\.\/)+/, '');
}

function decodeName(encoding: string, name: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(name);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const printable = (path: string) => path.replace(/\p{Cc}/gu, '\uFFFD').slice(0, 200);

function problemOf(entry: Entry, path: string): ArchiveProblem | null {
  if (!isPlainPath(path)) return 'path';
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) return 'link';
  if (entry.isEncrypted()) return 'encrypted';
  return entry.canDecodeFileData() ? null : 'damaged';
}

/** Tests that a path is relative, stays inside the archive and has no control characters. */
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
    // The stream fails if it yields more bytes than the entry declares.
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

/** Rethrows file system errors; all other errors are faults of the archive. */
function requireArchiveFault(error: unknown): void {
  if (error instanceof Error && 'syscall' in error) throw error;
}
