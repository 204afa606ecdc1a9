import { AppError } from '#app/errors.ts';
import { fileName as nameOfFile } from '#app/schemas/files.ts';
import { withoutUnprintable } from '#app/schemas/text.ts';
import type { Actor } from '#app/services/actor.ts';
import { getFile } from '#app/services/files/get-file.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { inTransaction, models } from '#db/connection.ts';

/**
 * Renames a file of a document. The ending stays, as it tells programs the type. Throws `fileNotFound`,
 * `fileAccessDenied`, `validationFailed` if the name is too long with it.
 */
export async function renameFile(actor: Actor, docId: string, fileId: string, fileName: string): Promise<void> {
  const { row, can } = await getFile(actor, fileId);
  if (row.docId !== docId) throw new AppError('fileNotFound');
  if (!can.rename) throw new AppError('fileAccessDenied');
  const name = withEndingOf(withoutUnprintable(row.name), fileName);
  if (!nameOfFile.safeParse(name).success)
    throw new AppError('validationFailed', { fields: { fileName: [{ key: 'file.name' }] } });
  await inTransaction(async () => {
    await (await models()).File.update({ name }, { where: { id: fileId } });
    await queueChangedFiles(docId);
  });
}

function withEndingOf(known: string, name: string): string {
  const ending = /\.[^.]+$/.exec(known)?.[0] ?? '';
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending;
}
