import { type DocumentAccess, findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { FILE_COLUMNS, type FileEntry, type FileRow, toFileEntry } from '#app/services/files/file-entry.ts';
import { versionOf } from '#app/services/files/open-thumbnail.ts';
import { select } from '#db/connection.ts';

/** A file in the panel of its document. Omits the name of a deleted account. */
export type ListedFile = FileEntry & {
  uploadedBy: string | null;
  /** The smaller image of an image file. */
  thumbnailUrl: string | null;
};
type DocumentFiles = { files: ListedFile[]; total: { count: number; bytes: number }; access: DocumentAccess };

type Row = FileRow & { uploaderName: string | null; uploaderEmail: string | null; uploaderStatus: string | null };

/**
 * Lists the files of a document whose name contains the keyword, newest first; the total counts all. Throws
 * `documentNotFound`.
 */
export async function listFiles(actor: Actor, docId: string, keyword = ''): Promise<DocumentFiles> {
  const access = await findAccess(actor, docId);
  const rows = await select<Row>(
    `SELECT ${FILE_COLUMNS}, users.display_name AS "uploaderName", users.email AS "uploaderEmail",
       users.status AS "uploaderStatus"
     FROM files LEFT JOIN users ON users.id = files.uploader_id
     WHERE files.document_id = $docId AND files.confirmed_at IS NOT NULL ORDER BY files.created_at DESC, files.id`,
    { docId },
  );
  const wanted = fold(keyword);
  const files = rows.filter(({ name }) => fold(name).includes(wanted)).map(toListed);
  const bytes = rows.reduce((sum, { size }) => sum + Number(size ?? 0), 0);
  return { files, total: { count: rows.length, bytes }, access };
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function toListed(row: Row): ListedFile {
  const isThere = row.uploaderStatus === 'ACTIVE' || row.uploaderStatus === 'SUSPENDED';
  const entry = toFileEntry(row);
  return {
    ...entry,
    uploadedBy: isThere ? (row.uploaderName ?? row.uploaderEmail) : null,
    thumbnailUrl: row.width === null ? null : `${entry.downloadUrl}?w=320&v=${versionOf(row)}`,
  };
}

/** Lists all files of an owner that belong to a document; for callers who may read them. */
export function listOwnedFiles(ownerId: string): Promise<FileRow[]> {
  return select<FileRow>(
    `SELECT ${FILE_COLUMNS} FROM files
     WHERE files.owner_id = $ownerId AND files.document_id IS NOT NULL AND files.confirmed_at IS NOT NULL
     ORDER BY files.created_at, files.id`,
    { ownerId },
  );
}
