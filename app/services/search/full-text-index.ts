import { type IndexedText, indexWords } from '#app/services/search/index-text.ts';
import { queueNewWords } from '#app/services/search/known-words.ts';
import { dialect, execute, select } from '#db/connection.ts';
import { insertStep, valuesOf } from '#db/insert-rows.ts';
import { listed } from '#db/query.ts';
import { type Step, writeBatch } from '#db/write-batch.ts';

// Writes the search index. Both databases get the same tokens, in fields that begin and end with a blank.

type Fields = Omit<IndexedText, 'vocabulary'> & { title: string };
type SqliteFields = Fields & { files: string };

/** Indexes a document's words. Call in the transaction that saves its text. Keeps the words of its files. */
export async function indexDocument(documentId: string, title: string, indexed: IndexedText): Promise<void> {
  await writeBatch(indexSteps(documentId, title, indexed));
}

/** Steps that index a document's words. They keep the words of its files. */
export function indexSteps(documentId: string, title: string, indexed: IndexedText): Step[] {
  const fields = { ...indexed, title: indexWords(title) };
  const steps = dialect() === 'postgres' ? [postgresStep(documentId, fields)] : sqliteSteps(documentId, fields);
  return steps.with(-1, {
    ...steps.at(-1)!,
    done: () => queueNewWords(`${fields.title} ${indexed.vocabulary}`),
  });
}

/** A document that is not indexed yet. */
export type NewlyIndexed = { documentId: string; title: string; indexed: IndexedText };

/** Steps that index new documents. */
export function newIndexSteps(documents: readonly NewlyIndexed[]): Step[] {
  const rows = documents.map(({ documentId, title, indexed: { headings, body, written, vocabulary } }) => ({
    documentId,
    fields: { title: indexWords(title), headings, body, written },
    vocabulary,
  }));
  const steps = dialect() === 'postgres' ? [newPostgresStep(rows)] : newSqliteSteps(rows);
  const done = () => {
    for (const { fields, vocabulary } of rows) queueNewWords(`${fields.title} ${vocabulary}`);
  };
  return steps.with(-1, { ...steps.at(-1)!, done });
}

/** Returns the stored tokens of a document's text, for a new title; null if it is not indexed. */
export async function findIndexed(documentId: string): Promise<IndexedText | null> {
  const [row] = await select<Omit<IndexedText, 'vocabulary'>>(
    dialect() === 'postgres'
      ? `SELECT heading_tokens AS headings, body_tokens AS body, written_tokens AS written FROM document_index
         WHERE document_id = $documentId`
      : `SELECT headings, body, written FROM document_index_ids AS ids
         JOIN document_index_tokens AS tokens ON tokens.id = ids.id WHERE ids.document_id = $documentId`,
    { documentId },
  );
  return row ? { ...row, vocabulary: '' } : null;
}

const ROW = '(SELECT id FROM document_index_ids WHERE document_id = $documentId)';

function sqliteSteps(documentId: string, { title, headings, body, written }: Fields): Step[] {
  return [
    {
      sql: 'INSERT INTO document_index_ids (document_id) VALUES ($documentId) ON CONFLICT DO NOTHING',
      bind: { documentId },
    },
    { sql: `DELETE FROM document_index WHERE rowid = ${ROW}`, bind: { documentId } },
    {
      sql: `INSERT INTO document_index_tokens (id, title, headings, body, written, files)
        VALUES (${ROW}, $title, $headings, $body, $written, '')
        ON CONFLICT (id) DO UPDATE SET title = $title, headings = $headings, body = $body, written = $written`,
      bind: { documentId, title, headings, body, written },
    },
    {
      sql: `INSERT INTO document_index (rowid, title, body, written, files)
        SELECT id, title, body, written, files FROM document_index_tokens WHERE id = ${ROW}`,
      bind: { documentId },
    },
  ];
}

type NewFields = { documentId: string; fields: Fields };

function newSqliteSteps(rows: readonly NewFields[]): Step[] {
  const ids = rows.map(({ documentId }) => ({ documentId }));
  const tokens = valuesOf(rows.map(({ documentId, fields }) => ({ documentId, ...fields })));
  return [
    insertStep('document_index_ids', ids),
    {
      sql: `WITH given (${tokens.columns}) AS (${tokens.values})
        INSERT INTO document_index_tokens (id, title, headings, body, written, files)
        SELECT ids.id, title, headings, body, written, ''
        FROM given CROSS JOIN document_index_ids AS ids ON ids.document_id = given.document_id`,
      bind: tokens.bind,
    },
    {
      sql: `INSERT INTO document_index (rowid, title, body, written, files)
        SELECT tokens.id, title, body, written, files
        FROM (${listed('ids')}) AS given CROSS JOIN document_index_ids AS ids ON ids.document_id = given.value
        CROSS JOIN document_index_tokens AS tokens ON tokens.id = ids.id`,
      bind: { ids: JSON.stringify(rows.map(({ documentId }) => documentId)) },
    },
  ];
}

const sqliteRows = (documentId: string) =>
  select<SqliteFields & { id: number }>(
    `SELECT ids.id, COALESCE(title, '') AS title, COALESCE(headings, '') AS headings, COALESCE(body, '') AS body, COALESCE(written, '') AS written,
       COALESCE(files, '') AS files
     FROM document_index_ids AS ids LEFT JOIN document_index_tokens AS tokens ON tokens.id = ids.id
     WHERE ids.document_id = $documentId`,
    { documentId },
  );

async function putInSqlite(id: number, fields: Fields & { files: string }): Promise<void> {
  const { title, headings, body, written, files } = fields;
  const searched = { id, title, body, written, files };
  await execute('DELETE FROM document_index WHERE rowid = $id', { id });
  await execute(
    'INSERT INTO document_index (rowid, title, body, written, files) VALUES ($id, $title, $body, $written, $files)',
    searched,
  );
  await execute(
    `INSERT INTO document_index_tokens (id, title, headings, body, written, files)
     VALUES ($id, $title, $headings, $body, $written, $files)
     ON CONFLICT (id) DO UPDATE SET title = $title, headings = $headings, body = $body, written = $written,
       files = $files`,
    { ...searched, headings },
  );
}

/** A tsvector above a mebibyte is corrupted without an error. The words of files have their own limit. */
const LEXEMES_MAX_BYTES = 700_000;
/** Replaces all words of a text too long for a tsvector; then only the phrase comparison decides. */
const ANY_LEXEME = '*';
export const ANY_WORD = `'${ANY_LEXEME}'`;

const lexemes = (tokens: string) =>
  `array_to_tsvector(array_remove(string_to_array(CAST(${tokens} AS TEXT), ' '), ''))`;

/** Returns the distinct words of the fields for the tsvector. */
function lexemeWords({ title, body, written }: Fields): { tooLong: 0 | 1; words: string } {
  const words = [...new Set(`${title}${body}${written}`.split(' '))].join(' ');
  return Buffer.byteLength(words) >= LEXEMES_MAX_BYTES ? { tooLong: 1, words: ANY_LEXEME } : { tooLong: 0, words };
}

function newPostgresStep(rows: readonly NewFields[]): Step {
  const written = rows.map(({ documentId, fields }) => {
    const { tooLong, words } = lexemeWords(fields);
    return {
      documentId,
      titleTokens: fields.title,
      headingTokens: fields.headings,
      bodyTokens: fields.body,
      writtenTokens: fields.written,
      tooLong,
      lexemes: words,
    };
  });
  return insertStep('document_index', written, { lexemes });
}

function postgresStep(documentId: string, fields: Fields): Step {
  const { title, headings, body, written } = fields;
  return {
    sql: `INSERT INTO document_index
       (document_id, title_tokens, heading_tokens, body_tokens, written_tokens, too_long, lexemes)
     VALUES ($documentId, $title, $headings, $body, $written, $tooLong, ${lexemes('$words')})
     ON CONFLICT (document_id) DO UPDATE SET title_tokens = EXCLUDED.title_tokens,
       heading_tokens = EXCLUDED.heading_tokens, body_tokens = EXCLUDED.body_tokens,
       written_tokens = EXCLUDED.written_tokens, too_long = EXCLUDED.too_long,
       lexemes = EXCLUDED.lexemes || ${lexemes('document_index.file_tokens')}`,
    bind: {
      documentId,
      title,
      headings,
      body,
      written,
      ...lexemeWords(fields),
    },
  };
}

/** Indexes the words of a document's files; `tokens` are those of `joinFileTokens`. */
export async function indexFileTokens(documentId: string, tokens: string): Promise<void> {
  queueNewWords(tokens);
  if (dialect() === 'sqlite') {
    const [row] = await sqliteRows(documentId);
    if (row && row.files !== tokens) await putInSqlite(row.id, { ...row, files: tokens });
    return;
  }
  const own = `CASE WHEN too_long = 1 THEN '${ANY_LEXEME}' ELSE title_tokens || body_tokens || written_tokens END`;
  await execute(
    `UPDATE document_index SET file_tokens = $tokens, lexemes = ${lexemes(`${own} || ' ' || $tokens`)}
     WHERE document_id = $documentId AND file_tokens <> $tokens`,
    { documentId, tokens },
  );
}

/** Returns the ids of all indexed documents. */
export async function indexedDocuments(): Promise<Set<string>> {
  const rows = await select<{ id: string }>(
    dialect() === 'postgres'
      ? 'SELECT document_id AS id FROM document_index'
      : `SELECT document_id AS id FROM document_index_ids WHERE id IN (SELECT rowid FROM document_index)`,
  );
  return new Set(rows.map(({ id }) => id));
}
