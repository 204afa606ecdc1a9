import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { type FileEntry, toFileEntry } from '#app/services/files/file-entry.ts';
import { versionOf } from '#app/services/files/open-thumbnail.ts';
import type { FileTextProblem } from '#db/models/file-text.ts';
import { findFileTextProblems } from '#db/queries/file-texts.ts';
import { type FileRow, findFilesOfDocument, findFilesOfOwner } from '#db/queries/files.ts';

/** A file in the panel of its document. Omits the name of a deleted account. */
export type ListedFile = FileEntry & {
  uploadedBy: string | null;
  /** The smaller image of an image file. */
  thumbnailUrl: string | null;
  /** Reason why search finds the file only by its name. */
  textProblem: FileTextProblem | null;
};
type DocumentFiles = { files: ListedFile[]; total: { count: number; bytes: number }; access: DocumentAccess };

type Row = FileRow & { uploaderName: string | null; uploaderEmail: string | null; uploaderStatus: string | null };

/**
 * Lists the files of a document whose name contains the keyword, newest first; the total counts all. Throws
 * `documentNotFound`.
 */
export async function listFiles(actor: Actor, docId: string, keyword = ''): Promise<DocumentFiles> {
  const access = await getAccess(actor, docId);
  const rows = await findFilesOfDocument({ docId });
  const problems = new Map((await findFileTextProblems({ documentId: docId })).map(({ id, problem }) => [id, problem]));
  const wanted = fold(keyword);
  const files = rows
    .filter(({ name }) => fold(name).includes(wanted))
    .map((row) => toListed(row, problems.get(row.id) ?? null));
  const bytes = rows.reduce((sum, { size }) => sum + Number(size ?? 0), 0);
  return { files, total: { count: rows.length, bytes }, access };
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function toListed(row: Row, textProblem: FileTextProblem | null): ListedFile {
  const isThere = row.uploaderStatus === 'ACTIVE' || row.uploaderStatus === 'SUSPENDED';
  const entry = toFileEntry(row);
  return {
    ...entry,
    uploadedBy: isThere ? (row.uploaderName ?? row.uploaderEmail) : null,
    thumbnailUrl: row.width === null ? null : `${entry.downloadUrl}?w=320&v=${versionOf(row)}`,
    textProblem,
  };
}

/** Lists all files of an owner that belong to a document; for callers who may read them. */
export function listOwnedFiles(ownerId: string): Promise<FileRow[]> {
  return findFilesOfOwner({ ownerId });
}
