import { findFileRow } from '#app/services/files/get-file.ts';
import { type OpenFile, openRow } from '#app/services/files/open-file.ts';
import { type ThumbnailChoice, thumbnailOf } from '#app/services/files/open-thumbnail.ts';
import { findPublicDocument } from '#app/services/public-links/find-public-document.ts';

/** Returns a file or a smaller image of a document that a link currently opens; null for other files. */
export async function findPublicFile(
  token: string,
  fileId: string,
  choice: ThumbnailChoice | null,
): Promise<OpenFile | null> {
  const row = await findFileRow(fileId);
  if (!row?.confirmedAt || !row.docId) return null;
  if (!(await findPublicDocument(token, row.docId))) return null;
  return choice ? thumbnailOf(row, choice) : openRow(row);
}
