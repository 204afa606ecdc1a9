import { newId } from '#app/services/new-id.ts';
import { afterCommit } from '#db/connection.ts';
import { putAllWaitingFiles, putWaitingFiles } from '#db/queries/file-texts.ts';

const listeners = new Set<() => void>();

/** Calls back after files of a document changed in this process; returns what ends that. */
export function onWaitingFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for the files of a document to be indexed; call in the transaction that changes them. */
export async function noteChangedFiles(documentId: string | null): Promise<void> {
  if (documentId === null) return;
  if ((await putWaitingFiles({ documentId, mark: newId() })) === 0) return;
  afterCommit(() => {
    for (const listener of listeners) listener();
  });
}

/** Asks for the files of every document to be indexed. */
export async function noteAllFiles(): Promise<void> {
  await putAllWaitingFiles({ mark: newId() });
}
