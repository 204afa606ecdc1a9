import type { Buffer } from 'node:buffer';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import { readWord } from '#app/services/transfer/sources/read-word.ts';
import { kindOf, type SourceText } from '#app/services/transfer/sources/source-text.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

/** Writes bytes to a temporary file and returns its path. */
export type Stash = (bytes: Uint8Array) => Promise<string>;
/**
 * Importable content by path. `others` are files other than texts, with the path of their bytes; null for a type that
 * is not accepted. `emptyFolders` become documents without a text.
 */
export type Gathered = {
  texts: Map<string, SourceText>;
  others: Map<string, string | null>;
  emptyFolders: string[];
  notTaken: NotTaken[];
};

type File = { path: string; bytes: Buffer };
type Read = SourceText | NotTaken;

/** Bounds of the files that go to a thread together, as each message costs as much as reading a short text. */
const GROUP_FILES = 16;
const GROUP_BYTES = 256 * 1024;
const GROUPS_AT_ONCE = 4;
/** Scheduling key of imports, which have no actor here. */
const PERSON = 'import';

/** Reads files as texts in threads, several at a time, and gathers them with reports in the order they were added. */
export class TextReader {
  readonly #into: Gathered;
  readonly #stash: Stash;
  #group: File[] = [];
  #bytes = 0;
  readonly #underWay: Promise<void>[] = [];

  constructor(into: Gathered, stash: Stash) {
    this.#into = into;
    this.#stash = stash;
  }

  /** Adds a file; without bytes it is too large. */
  async add(path: string, bytes: Buffer | null): Promise<void> {
    if (!bytes) return this.report({ path, reason: 'tooLarge', detail: '' });
    if (kindOf(path) === 'word') {
      await this.end();
      if (this.#into.texts.has(path)) return this.report({ path, reason: 'duplicate', detail: '' });
      return this.#take(path, await this.#readWord(path, bytes));
    }
    this.#group.push({ path, bytes });
    this.#bytes += bytes.length;
    if (this.#group.length < GROUP_FILES && this.#bytes < GROUP_BYTES) return;
    this.#start();
    while (this.#underWay.length >= GROUPS_AT_ONCE) await this.#underWay.shift();
  }

  /** Reports what is not a text. */
  async report(problem: NotTaken): Promise<void> {
    await this.end();
    this.#into.notTaken.push(problem);
  }

  /** Waits until everything is gathered. */
  async end(): Promise<void> {
    this.#start();
    while (this.#underWay.length > 0) await this.#underWay.shift();
  }

  #start(): void {
    const group = this.#group;
    if (group.length === 0) return;
    [this.#group, this.#bytes] = [[], 0];
    const before = this.#underWay.at(-1);
    const reading = readGroup(group);
    const gathered = Promise.all([reading, before]).then(([texts]) => {
      for (const [nth, text] of texts.entries()) this.#take(group[nth]!.path, text);
    });
    // Its error is thrown where it is awaited.
    gathered.catch(() => undefined);
    this.#underWay.push(gathered);
  }

  #take(path: string, source: Read): void {
    const { texts, notTaken } = this.#into;
    if (texts.has(path)) notTaken.push({ path, reason: 'duplicate', detail: '' });
    else if ('reason' in source) notTaken.push(source);
    else {
      texts.set(path, source);
      notTaken.push(...source.notes.map((note) => ({ path, ...note })));
    }
  }

  async #readWord(path: string, bytes: Buffer): Promise<Read> {
    const word = await readWord(path, bytes);
    if ('reason' in word) return word;
    for (const picture of word.pictures) this.#into.others.set(picture.path, await this.#stash(picture.bytes));
    return word.source;
  }
}

/** Reads a group. If one of its texts takes too long, each is read on its own. */
function readGroup(files: File[]): Promise<Read[]> {
  const eachAlone = () => Promise.all(files.map(readAlone));
  return files.length === 1 ? eachAlone() : orFallback(runInThread(PERSON, 'readImportedTexts', files), eachAlone);
}

/** Reports a text that exceeds the budget like one nested too deeply. */
function readAlone({ path, bytes }: File): Promise<Read> {
  return orFallback(
    runInThread(PERSON, 'readImportedText', path, bytes),
    (): Read => ({ path, reason: 'nesting', detail: '' }),
  );
}
