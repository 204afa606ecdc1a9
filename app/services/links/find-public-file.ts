import { findFileRow } from '#app/services/files/find-file.ts';
import { type OpenFile, openRow } from '#app/services/files/open-file.ts';
import { findPublicDocument } from '#app/services/links/find-public-document.ts';

/** A file of a document that a link opens right now; null for every other. */
export async function findPublicFile(token: string, fileId: string): Promise<OpenFile | null> {
  const row = await findFileRow(fileId);
  if (!row?.confirmedAt || !row.docId) return null;
  return (await findPublicDocument(token, row.docId)) ? openRow(row) : null;
}
