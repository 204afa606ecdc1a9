import { changeOf, isListed, listed, rowsOf } from '#db/query.ts';

export type FileRow = {
  id: string;
  fileKey: string;
  ownerId: string;
  uploaderId: string | null;
  docId: string | null;
  name: string;
  ext: string;
  type: string;
  size: number | null;
  width: number | null;
  height: number | null;
  contentHash: string | null;
  createdAt: number;
  expiresAt: number;
  confirmedAt: number | null;
};

/** Columns of a FileRow. */
export const FILE_COLUMNS = `files.id, files.file_key AS "fileKey", files.owner_id AS "ownerId",
  files.uploader_id AS "uploaderId", files.document_id AS "docId", files.name, files.ext, files.type, files.size,
  files.width, files.height, files.content_hash AS "contentHash", files.created_at AS "createdAt",
  files.expires_at AS "expiresAt", files.confirmed_at AS "confirmedAt"`;

/** Finds a file, confirmed or not. Runs on every request for bytes, so it bypasses the slower model. */
export const findFileById = rowsOf<FileRow, { fileId: string }>({
  name: 'findFileById',
  uses: ['files(id)'],
  sql: `SELECT ${FILE_COLUMNS} FROM files WHERE files.id = $fileId`,
});

type Listed = FileRow & { uploaderName: string | null; uploaderEmail: string | null; uploaderStatus: string | null };

/** Lists the files of a document with their uploaders, newest first. */
export const findFilesOfDocument = rowsOf<Listed, { docId: string }>({
  name: 'findFilesOfDocument',
  uses: ['files_of_document', 'users(id)'],
  sql: `SELECT ${FILE_COLUMNS}, users.display_name AS "uploaderName", users.email AS "uploaderEmail",
      users.status AS "uploaderStatus"
    FROM files LEFT JOIN users ON users.id = files.uploader_id
    WHERE files.document_id = $docId AND files.confirmed_at IS NOT NULL ORDER BY files.created_at DESC, files.id`,
});

/** Lists the confirmed files of documents. `documentIds` is a JSON array. */
export const findFilesOfDocuments = rowsOf<FileRow, { documentIds: string }>({
  name: 'findFilesOfDocuments',
  uses: ['files_of_document'],
  sql: () => `SELECT ${FILE_COLUMNS} FROM files
    WHERE ${isListed('files.document_id', 'documentIds')} AND files.confirmed_at IS NOT NULL
    ORDER BY files.document_id, files.created_at, files.id`,
});

/**
 * Copies rows of files for an owner; those that were removed meanwhile are left out. `copies` is a JSON array of the
 * ids of source, copy and document and the key of the copy, each separated by a blank.
 */
export const copyFileRows = changeOf<{ copies: string; ownerId: string; uploaderId: string; now: number }>({
  name: 'copyFileRows',
  uses: ['files(id)'],
  sql: () => `INSERT INTO files (id, file_key, owner_id, uploader_id, document_id, name, ext, type, size, width, height,
      content_hash, created_at, expires_at, confirmed_at)
    SELECT substr(copies.value, 26, 24), substr(copies.value, 76), CAST($ownerId AS TEXT), CAST($uploaderId AS TEXT),
      substr(copies.value, 51, 24), files.name, files.ext, files.type, files.size, files.width, files.height,
      files.content_hash, CAST($now AS BIGINT), CAST($now AS BIGINT), CAST($now AS BIGINT)
    FROM (${listed('copies')}) AS copies JOIN files ON files.id = substr(copies.value, 1, 24)`,
});

/** Lists the files of an owner that belong to a document. */
export const findFilesOfOwner = rowsOf<FileRow, { ownerId: string }>({
  name: 'findFilesOfOwner',
  uses: ['files_of_owner'],
  sql: `SELECT ${FILE_COLUMNS} FROM files
    WHERE files.owner_id = $ownerId AND files.document_id IS NOT NULL AND files.confirmed_at IS NOT NULL
    ORDER BY files.created_at, files.id`,
});

/** Finds a confirmed file with the same bytes of an owner. */
export const findSameBytes = rowsOf<{ id: string }, { ownerId: string; contentHash: string | null }>({
  name: 'findSameBytes',
  uses: ['files_of_owner'],
  sql: `SELECT id FROM files
    WHERE owner_id = $ownerId AND content_hash = $contentHash AND confirmed_at IS NOT NULL LIMIT 1`,
});

/**
 * Lists the keys of confirmed bytes, those of removed files that can be restored included, with a type of theirs. In
 * the order of keys, after one.
 */
export const findBlobs = rowsOf<{ key: string; type: string }, { after: string; most: number }>({
  name: 'findBlobs',
  uses: [],
  sql: `SELECT blobs.key, COALESCE(MIN(blobs.type), 'application/octet-stream') AS type FROM (
      SELECT 'blobs/' || owner_id || '/' || content_hash AS key, type FROM files
      WHERE confirmed_at IS NOT NULL AND content_hash IS NOT NULL
      UNION ALL SELECT 'blobs/' || owner_id || '/' || content_hash, NULL FROM removed_files
    ) AS blobs
    WHERE blobs.key > $after GROUP BY blobs.key ORDER BY blobs.key LIMIT $most`,
});

/** Finds the account that shows a file as its profile image, unless it is deleted. */
export const findShownBy = rowsOf<{ id: string }, { ownerId: string; url: string }>({
  name: 'findShownBy',
  uses: ['users(id)'],
  sql: "SELECT id FROM users WHERE id = $ownerId AND image_url = $url AND status IN ('ACTIVE', 'SUSPENDED')",
});

/** Lists unconfirmed uploads that have expired. */
export const findUnconfirmed = rowsOf<FileRow, { now: number }>({
  name: 'findUnconfirmed',
  uses: ['files_unconfirmed'],
  sql: `SELECT ${FILE_COLUMNS} FROM files WHERE files.confirmed_at IS NULL AND files.expires_at <= $now`,
});

/** Lists files whose document was deleted before an instant. */
export const findOrphans = rowsOf<FileRow, { before: number }>({
  name: 'findOrphans',
  uses: ['files_orphaned'],
  sql: `SELECT ${FILE_COLUMNS} FROM files WHERE files.orphaned_at IS NOT NULL AND files.orphaned_at <= $before`,
});

/** Clears the mark of files whose document exists again. */
export const clearOrphans = changeOf<Record<string, never>>({
  name: 'clearOrphans',
  uses: ['files_orphaned', 'documents(id)'],
  sql: `UPDATE files SET orphaned_at = NULL WHERE orphaned_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM documents WHERE documents.id = files.document_id)`,
});
