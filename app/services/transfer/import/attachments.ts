import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path/posix';
import { AppError, type ErrorName } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { downloadUrlOf } from '#app/services/files/file-entry.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { newId } from '#app/services/new-id.ts';
import { textBeside } from '#app/services/transfer/export/lay-out-attachments.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import { models } from '#db/connection.ts';

type Planned = { fileId: string; path: string; file: string; documentId: string };

/**
 * Files of one import other than texts. A file is attached to each document that links to it, or beside whose text
 * Arbor exported it. `left` are unreferenced files.
 */
export class Attachments {
  readonly #others: ReadonlyMap<string, string | null>;
  readonly #beside = new Map<string, string[]>();
  readonly #planned = new Map<string, Planned>();
  readonly #wanted = new Set<string>();

  readonly #idOf: (name: string) => string;

  constructor(others: ReadonlyMap<string, string | null>, idOf: (name: string) => string = newId) {
    this.#idOf = idOf;
    this.#others = others;
    for (const path of others.keys()) {
      const text = textBeside(path);
      if (text === null) continue;
      const beside = this.#beside.get(text);
      if (beside) beside.push(path);
      else this.#beside.set(text, [path]);
    }
  }

  has(path: string): boolean {
    return this.#others.has(path);
  }

  paths(): Iterable<string> {
    return this.#others.keys();
  }

  /** Returns a file's address for a document; null if the file is not accepted. */
  attach(documentId: string, path: string): string | null {
    const file = this.#others.get(path);
    if (!file) return null;
    const key = `${documentId} ${path}`;
    const planned = this.#planned.get(key) ?? { fileId: this.#idOf(key), path, file, documentId };
    this.#planned.set(key, planned);
    this.#wanted.add(path);
    return downloadUrlOf(planned.fileId);
  }

  /** Attaches all files that Arbor exported beside a document's text, linked or not. */
  attachBeside(documentId: string, textPath: string): void {
    for (const path of this.#beside.get(textPath) ?? []) this.attach(documentId, path);
  }

  /** Stores the planned files of an existing document; reports refused ones. Throws the errors of the storage. */
  async save(actor: Actor, documentId: string): Promise<NotTaken[]> {
    const notTaken: NotTaken[] = [];
    for (const [key, planned] of this.#planned) {
      if (planned.documentId !== documentId) continue;
      this.#planned.delete(key);
      const problem = (await isStored(planned.fileId)) ? null : await store(actor, planned);
      if (problem) notTaken.push({ path: planned.path, reason: problem, detail: '' });
    }
    return notTaken;
  }

  /** Drops the planned files of a document that already has them, or was not created. */
  forget(documentId: string): void {
    for (const [key, planned] of this.#planned) if (planned.documentId === documentId) this.#planned.delete(key);
  }

  count(): number {
    return this.#wanted.size;
  }

  left(): string[] {
    return [...this.#others.keys()].filter((path) => !this.#wanted.has(path));
  }
}

/** Returns true if an earlier run of the import stored the file. Removes an unconfirmed one. */
async function isStored(id: string): Promise<boolean> {
  const { File } = await models();
  await File.destroy({ where: { id, confirmedAt: null } });
  return (await File.count({ where: { id } })) > 0;
}

const REFUSALS: Partial<Record<ErrorName, NotTaken['reason']>> = {
  sizeLimitExceeded: 'tooLarge',
  typeNotAllowed: 'type',
  documentNotFound: 'place',
  documentAccessDenied: 'place',
};

async function store(actor: Actor, { fileId, path, file, documentId }: Planned): Promise<NotTaken['reason'] | null> {
  try {
    const upload = { fileId, fileName: basename(path).slice(-200), ext: extname(path), docId: documentId };
    await saveUpload(actor, upload, () => createReadStream(file));
    return null;
  } catch (error) {
    const reason = error instanceof AppError ? REFUSALS[error.error] : undefined;
    // Other errors, such as those of the storage, are not the file's.
    if (!reason) throw error;
    return reason;
  }
}
