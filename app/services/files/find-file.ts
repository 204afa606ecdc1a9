import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { FILE_COLUMNS, type FileRow, fileAbilities } from '#app/services/files/file-entry.ts';
import { select } from '#db/connection.ts';

export async function findFileRow(fileId: string): Promise<FileRow | null> {
  const [row] = await select<FileRow>(`SELECT ${FILE_COLUMNS} FROM files WHERE files.id = $fileId`, { fileId });
  return row ?? null;
}

/**
 * Returns a confirmed file the actor may see, and whether they may remove it. Throws `fileNotFound` for every other
 * file alike.
 */
export async function findFile(actor: Actor, fileId: string): Promise<{ row: FileRow; canRemove: boolean }> {
  const row = await findFileRow(fileId);
  const abilities = row?.confirmedAt ? await abilitiesOf(actor, row) : null;
  if (!row || !abilities) throw new AppError('fileNotFound');
  return { row, canRemove: abilities.remove };
}

async function abilitiesOf(actor: Actor, row: FileRow) {
  try {
    return await fileAbilities(actor, row);
  } catch (error) {
    if (error instanceof AppError && error.error === 'documentNotFound') return null;
    throw error;
  }
}
