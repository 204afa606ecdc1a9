import { AppError } from '#app/errors.ts';
import { fileAbilities, isUploaderOf } from '#app/policies/file-policy.ts';
import { type DocumentAccess, findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { isProfileImage } from '#app/services/files/file-entry.ts';
import { type FileRow, findFileById } from '#db/queries/files.ts';

export async function findFileRow(fileId: string): Promise<FileRow | null> {
  const [row] = await findFileById({ fileId });
  return row ?? null;
}

/**
 * Returns a confirmed file the actor may see, and what they may do with it. Throws `fileNotFound` for every other file
 * alike. `known` is access that the caller has resolved.
 */
export async function getFile(
  actor: Actor,
  fileId: string,
  known?: DocumentAccess,
): Promise<{ row: FileRow; can: { rename: boolean; remove: boolean } }> {
  const row = await findFileRow(fileId);
  if (!row?.confirmedAt) throw new AppError('fileNotFound');
  const can = await abilitiesOn(actor, row, known);
  if (!can.see) throw new AppError('fileNotFound');
  return { row, can };
}

async function abilitiesOn(actor: Actor, row: FileRow, known: DocumentAccess | undefined) {
  const { docId } = row;
  const isUploader = isUploaderOf(actor, row);
  return fileAbilities({
    isInDocument: docId !== null,
    access: docId === null ? null : known?.id === docId ? known : await findAccess(actor, docId),
    isUploader,
    isConfirmed: row.confirmedAt !== null,
    isProfileImage: docId === null && !isUploader && (await isProfileImage(row)),
  });
}
