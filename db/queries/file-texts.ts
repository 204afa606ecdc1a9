import type { FileTextProblem } from '#db/models/file-text.ts';
import { byDialect, changeOf, isListed, rowsOf } from '#db/query.ts';

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

/** Returns the tokens of one indexed file. */
export const findFileTokens = rowsOf<{ tokens: string }, { fileId: string }>({
  name: 'findFileTokens',
  uses: ['file_texts(file_id)'],
  sql: 'SELECT tokens FROM file_texts WHERE file_id = $fileId',
});

/** Lists the ids of a document's indexed files, oldest first. */
export const findIndexedFiles = rowsOf<{ id: string }, { documentId: string }>({
  name: 'findIndexedFiles',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: `SELECT files.id FROM files JOIN file_texts ON file_texts.file_id = files.id
    WHERE files.document_id = $documentId ORDER BY files.created_at, files.id`,
});

/** Bounds of the files whose tokens one search compares: the first ones of each document, and of all. */
const COMPARED_PER_DOCUMENT = 100;
const COMPARED_MAX = 400;

const WAYS = {
  sqlite: "SELECT value ->> 'term' AS term, value ->> 'text' AS text FROM json_each($ways)",
  postgres: 'SELECT term, text FROM jsonb_to_recordset(CAST($ways AS jsonb)) AS way(term INTEGER, text TEXT)',
};

/**
 * Lists the indexed files of documents that match terms, the best `named` of each. `ids` is a JSON array;
 * `ways` one of `{ term, text }`, where `text` occurs in the tokens of a file that matches the term.
 */
export const findMatchingFiles = rowsOf<
  { id: string; documentId: string; name: string },
  { ids: string; ways: string; named: number }
>({
  name: 'findMatchingFiles',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: () => `WITH ways AS (${byDialect(WAYS)}), numbered AS (
      SELECT files.id, files.document_id, files.name, files.created_at,
        ROW_NUMBER() OVER (PARTITION BY files.document_id ORDER BY files.created_at, files.id) AS nth
      FROM files JOIN file_texts ON file_texts.file_id = files.id WHERE ${isListed('files.document_id', 'ids')}
    ), compared AS (
      SELECT * FROM numbered WHERE nth <= ${COMPARED_PER_DOCUMENT} ORDER BY nth, document_id LIMIT ${COMPARED_MAX}
    ), counted AS (
      SELECT compared.*, (
          SELECT COUNT(DISTINCT ways.term) FROM ways
          WHERE ${byDialect({ sqlite: 'instr', postgres: 'strpos' })}(file_texts.tokens, ways.text) > 0
        ) AS terms
      FROM compared JOIN file_texts ON file_texts.file_id = compared.id
    ), ranked AS (
      SELECT *, ROW_NUMBER() OVER (PARTITION BY document_id ORDER BY terms DESC, nth) AS place
      FROM counted WHERE terms > 0
    )
    SELECT id, document_id AS "documentId", name FROM ranked WHERE place <= $named ORDER BY document_id, place`,
});

/** Returns the beginnings of the texts of files; `ids` is a JSON array, `length` in characters. */
export const findFileContents = rowsOf<{ id: string; content: string }, { ids: string; length: number }>({
  name: 'findFileContents',
  uses: ['file_texts(file_id)'],
  sql: () => `SELECT file_id AS id, substr(content, 1, $length) AS content
    FROM file_texts WHERE ${isListed('file_id', 'ids')}`,
});

/** Lists the files of a document found only by their name, with the reason. */
export const findFileTextProblems = rowsOf<{ id: string; problem: FileTextProblem }, { documentId: string }>({
  name: 'findFileTextProblems',
  uses: ['files_of_document', 'file_texts(file_id)'],
  sql: `SELECT files.id, file_texts.problem FROM files JOIN file_texts ON file_texts.file_id = files.id
    WHERE files.document_id = $documentId AND file_texts.problem IS NOT NULL`,
});
