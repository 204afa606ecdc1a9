import { newId } from '#app/services/new-id.ts';
import { afterCommit } from '#db/connection.ts';
import { putAllWaitingFiles, putWaitingFiles } from '#db/queries/file-texts.ts';

const listeners = new Set<() => void>();

/** Registers a listener for changed files of documents in this process. Returns an unsubscribe function. */
export function onWaitingFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Queues the files of a document for indexing. Call in the transaction that changes them. */
export async function queueChangedFiles(documentId: string | null): Promise<void> {
  if (documentId === null) return;
  if ((await putWaitingFiles({ documentId, mark: newId() })) === 0) return;
  afterCommit(() => {
    for (const listener of listeners) listener();
  });
}

/** Queues the files of every document for indexing. */
export async function queueAllFiles(): Promise<void> {
  await putAllWaitingFiles({ mark: newId() });
}
