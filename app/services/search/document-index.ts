import { type IndexedText, indexWords } from '#app/services/search/index-text.ts';
import { learnWords } from '#app/services/search/known-words.ts';
import { dialect, execute, select } from '#db/connection.ts';

// Writes the search index. Both databases get the same tokens, in fields that begin and end with a blank.

type Fields = IndexedText & { title: string; files: string };

/** Indexes the words of a document; call in the transaction that saves its text. Keeps those of its files. */
export async function indexDocument(documentId: string, title: string, indexed: IndexedText): Promise<void> {
  const kept = await fieldsOf(documentId);
  await putFields(documentId, { ...indexed, title: indexWords(title), files: kept?.files ?? '' });
  learnWords(`${indexWords(title)}${indexed.body}${indexed.written}`);
}

/** Indexes a new title. */
export async function indexTitle(documentId: string, title: string): Promise<void> {
  const kept = await fieldsOf(documentId);
  if (kept) await putFields(documentId, { ...kept, title: indexWords(title) });
}

async function fieldsOf(documentId: string): Promise<Fields | undefined> {
  const [fields] = await select<Fields>(
    dialect() === 'postgres'
      ? `SELECT title_tokens AS title, heading_tokens AS headings, body_tokens AS body, written_tokens AS written,
           file_tokens AS files FROM document_index WHERE document_id = $documentId`
      : `SELECT title, headings, body, written, files FROM document_index_tokens
         WHERE id = (SELECT id FROM document_index_ids WHERE document_id = $documentId)`,
    { documentId },
  );
  return fields;
}

function putFields(documentId: string, fields: Fields): Promise<void> {
  return dialect() === 'postgres' ? putInPostgres(documentId, fields) : putInSqlite(documentId, fields);
}

async function putInSqlite(documentId: string, fields: Fields): Promise<void> {
  const id = await sqliteRow(documentId);
  const { headings: _, ...searched } = fields;
  await execute('DELETE FROM document_index WHERE rowid = $id', { id });
  await execute(
    'INSERT INTO document_index (rowid, title, body, written, files) VALUES ($id, $title, $body, $written, $files)',
    { id, ...searched },
  );
  await execute(
    `INSERT INTO document_index_tokens (id, title, headings, body, written, files)
     VALUES ($id, $title, $headings, $body, $written, $files)
     ON CONFLICT (id) DO UPDATE SET title = $title, headings = $headings, body = $body, written = $written,
       files = $files`,
    { id, ...fields },
  );
}

async function sqliteRow(documentId: string): Promise<number> {
  const find = () =>
    select<{ id: number }>('SELECT id FROM document_index_ids WHERE document_id = $documentId', { documentId });
  const [known] = await find();
  if (known) return known.id;
  await execute('INSERT INTO document_index_ids (document_id) VALUES ($documentId)', { documentId });
  const [added] = await find();
  return added!.id;
}

/** A tsvector above a mebibyte is corrupted without an error. */
const LEXEMES_MAX_BYTES = 1_000_000;
/** Replaces all words of a text too long for a tsvector: only the phrase comparison decides then. */
export const ANY_WORD = "'*'";

async function putInPostgres(documentId: string, { title, headings, body, written, files }: Fields): Promise<void> {
  const lexemes = [...new Set(`${title}${body}${written}${files}`.split(' '))].filter(Boolean).join(' ');
  const isTooLong = Buffer.byteLength(lexemes) >= LEXEMES_MAX_BYTES;
  await execute(
    `INSERT INTO document_index
       (document_id, title_tokens, heading_tokens, body_tokens, written_tokens, file_tokens, too_long, lexemes)
     VALUES ($documentId, $title, $headings, $body, $written, $files, $tooLong, array_to_tsvector(
       CASE WHEN CAST($lexemes AS TEXT) = '' THEN ARRAY[]::TEXT[] ELSE string_to_array($lexemes, ' ') END))
     ON CONFLICT (document_id) DO UPDATE SET title_tokens = EXCLUDED.title_tokens,
       heading_tokens = EXCLUDED.heading_tokens, body_tokens = EXCLUDED.body_tokens,
       written_tokens = EXCLUDED.written_tokens, file_tokens = EXCLUDED.file_tokens, too_long = EXCLUDED.too_long,
       lexemes = EXCLUDED.lexemes`,
    {
      documentId,
      title,
      headings,
      body,
      written,
      files,
      tooLong: isTooLong ? 1 : 0,
      lexemes: isTooLong ? ANY_WORD : lexemes,
    },
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
