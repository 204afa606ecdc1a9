import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import type { FileEntry } from '#app/services/files/file-entry.ts';
import { type Bytes, saveUpload } from '#app/services/files/save-upload.ts';

/**
 * Stores the files of one form in order; files before the first refused one stay. Throws as `saveUpload` does, naming
 * the file.
 */
export async function saveUploads(
  actor: Actor,
  docId: string,
  uploads: { name: string; bytes: Bytes }[],
): Promise<FileEntry[]> {
  await requireAccess(actor, docId, 'edit');
  const saved: FileEntry[] = [];
  for (const { name, bytes } of uploads) {
    const ext = /\.([^.]+)$/.exec(name)?.[1] ?? '';
    try {
      saved.push(await saveUpload(actor, { fileName: name, ext, docId }, bytes));
    } catch (error) {
      if (!(error instanceof AppError) || error.fields) throw error;
      const fields = { file: [{ key: `file.${error.error}`, values: { name } }] };
      throw new AppError(error.error, { fields, cause: error });
    }
  }
  return saved;
}
