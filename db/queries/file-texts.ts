import type { FileTextProblem } from '#db/models/file-text.ts';
import { changeOf, isListed, rowsOf } from '#db/query.ts';

/** Queues the files of a document for indexing. `mark` identifies the request. */
export const putWaitingFiles = changeOf<{ documentId: string; mark: string }>({
  name: 'putWaitingFiles',
  uses: { sqlite: [], postgres: ['waiting_files(document_id)'] },
  sql: `INSERT INTO waiting_files (document_id, mark) SELECT id, $mark FROM documents WHERE id = $documentId
    ON CONFLICT (document_id) DO UPDATE SET mark = excluded.mark`,
});

/** Queues the files of every document for indexing. */
export const putAllWaitingFiles = changeOf<{ mark: string }>({
  name: 'putAllWaitingFiles',
  uses: [],
  sql: `INSERT INTO waiting_files (document_id, mark)
    SELECT DISTINCT documents.id, $mark FROM documents JOIN files ON files.document_id = documents.id
    WHERE files.confirmed_at IS NOT NULL
    ON CONFLICT (document_id) DO UPDATE SET mark = excluded.mark`,
});

/** Lists documents whose files wait for indexing. */
export const findWaitingFiles = rowsOf<{ documentId: string; mark: string }, { limit: number }>({
  name: 'findWaitingFiles',
  uses: ['waiting_files(document_id)'],
  sql: 'SELECT document_id AS "documentId", mark FROM waiting_files ORDER BY document_id LIMIT $limit',
});

type Unread = { id: string; name: string; ext: string; size: number; ownerId: string; contentHash: string };

/** Lists the files of a document whose text has not been read yet. */
export const findUnreadFiles = rowsOf<Unread, { documentId: string }>({
  name: 'findUnreadFiles',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: `SELECT files.id, files.name, files.ext, files.size, files.owner_id AS "ownerId",
      files.content_hash AS "contentHash"
    FROM files LEFT JOIN file_texts ON file_texts.file_id = files.id
    WHERE files.document_id = $documentId AND files.confirmed_at IS NOT NULL AND file_texts.file_id IS NULL
    ORDER BY files.created_at, files.id`,
});

/** Lists the tokens of a document's files, oldest first. */
export const findFileTokens = rowsOf<{ id: string; tokens: string }, { documentId: string }>({
  name: 'findFileTokens',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: `SELECT files.id, file_texts.tokens FROM files JOIN file_texts ON file_texts.file_id = files.id
    WHERE files.document_id = $documentId ORDER BY files.created_at, files.id`,
});

/** Lists the ids of a document's indexed files in the order of `findFileTokens`. */
export const findIndexedFiles = rowsOf<{ id: string }, { documentId: string }>({
  name: 'findIndexedFiles',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: `SELECT files.id FROM files JOIN file_texts ON file_texts.file_id = files.id
    WHERE files.document_id = $documentId ORDER BY files.created_at, files.id`,
});

type FileWords = { id: string; documentId: string; name: string; content: string; tokens: string };

/** Lists the indexed files of documents; `ids` is a JSON array. */
export const findFileWords = rowsOf<FileWords, { ids: string }>({
  name: 'findFileWords',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: () => `SELECT files.id, files.document_id AS "documentId", files.name, file_texts.content, file_texts.tokens
    FROM files JOIN file_texts ON file_texts.file_id = files.id
    WHERE ${isListed('files.document_id', 'ids')} ORDER BY files.created_at, files.id`,
});

/** Lists the files of a document found only by their name, with the reason. */
export const findFileTextProblems = rowsOf<{ id: string; problem: FileTextProblem }, { documentId: string }>({
  name: 'findFileTextProblems',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: `SELECT files.id, file_texts.problem FROM files JOIN file_texts ON file_texts.file_id = files.id
    WHERE files.document_id = $documentId AND file_texts.problem IS NOT NULL`,
});
