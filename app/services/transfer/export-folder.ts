import { type FolderUse, useOfFolder, writeBelow } from '#app/adapters/folder-writer.ts';
import type { Actor } from '#app/services/actor.ts';
import { listOwnedFiles } from '#app/services/files/list-files.ts';
import { listOwn } from '#app/services/transfer/list-own.ts';
import { writeFolder } from '#app/services/transfer/write-folder.ts';

type Options = { folder: string; onProgress?: (done: number, total: number) => void };

/**
 * Exports the actor's documents, except archived ones, to a folder of Markdown files from which `import` makes the same
 * tree; overwrites files of the same name and keeps others. Returns the number of documents.
 */
export async function exportFolder(actor: Actor, { folder, onProgress }: Options): Promise<number> {
  const files = writeFolder(await listOwn(actor, 'present'), await listOwnedFiles(actor.id));
  for (const [index, { path, updatedAt, read }] of files.entries()) {
    await writeBelow(folder, path, await read(), updatedAt);
    onProgress?.(index + 1, files.length);
  }
  return files.length;
}

/** Returns the state of an export's target folder. */
export const findFolderUse = (folder: string): Promise<FolderUse> => useOfFolder(folder);
