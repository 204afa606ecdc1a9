import { type Phrase, type Query, tokenize } from '#app/services/search/tokenize.ts';
import { dialect, execute, select } from '#db/connection.ts';

// The only file specific to each database's full-text search. Both get the same tokens and phrases, so both find the
// same documents; neither ranks, so that the order is the same too (see search-documents).

/** Indexes a document's tokens (blank-separated); call in the transaction that saves its text. */
export async function indexDocument(documentId: string, title: string, body: string): Promise<void> {
  if (dialect() === 'postgres') return indexInPostgres(documentId, title, body);
  const rowid = await sqliteRow(documentId);
  await execute('DELETE FROM document_index WHERE rowid = $rowid', { rowid });
  await execute('INSERT INTO document_index (rowid, title, body) VALUES ($rowid, $title, $body)', {
    rowid,
    title,
    body,
  });
}

/**
 * Indexes the tokens of a new title and keeps those of the body. FTS5 stores no text, so SQLite needs the body again.
 */
export async function indexTitle(documentId: string, title: string): Promise<void> {
  if (dialect() === 'postgres') {
    const bind = { documentId, title };
    await execute(
      `UPDATE document_index SET title_tokens = $title, lexemes = ${lexemes("$title || ' ' || body_tokens")}
       WHERE document_id = $documentId`,
      bind,
    );
    return;
  }
  const [text] = await select<{ plainText: string }>(
    'SELECT plain_text AS "plainText" FROM document_texts WHERE document_id = $documentId',
    { documentId },
  );
  await indexDocument(documentId, title, tokenize(text?.plainText ?? '').join(' '));
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
const ANY_WORD = "'*'";

const lexemes = (tokens: string) =>
  `CASE WHEN octet_length(${tokens}) < ${LEXEMES_MAX_BYTES}
     THEN array_to_tsvector(array_remove(string_to_array(${tokens}, ' '), ''))
     ELSE array_to_tsvector(ARRAY[${ANY_WORD}]) END`;

async function indexInPostgres(documentId: string, title: string, body: string): Promise<void> {
  await execute(
    `INSERT INTO document_index (document_id, title_tokens, body_tokens, lexemes)
     VALUES ($documentId, $title, $body, ${lexemes("CAST($title AS TEXT) || ' ' || CAST($body AS TEXT)")})
     ON CONFLICT (document_id) DO UPDATE SET title_tokens = EXCLUDED.title_tokens,
       body_tokens = EXCLUDED.body_tokens, lexemes = EXCLUDED.lexemes`,
    { documentId, title, body },
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

/** SQL of a table `hits(document_id, in_title)` with its parameters: every document that matches the query. */
export type Hits = { sql: string; bind: Record<string, string> };

export function hitsOf(query: Query): Hits {
  return dialect() === 'postgres' ? postgresHits(query) : sqliteHits(query);
}

function sqliteHits({ include, exclude }: Query): Hits {
  const without = exclude.map((phrase) => ` NOT ${fts(phrase)}`).join('');
  const all = `(${include.map(fts).join(' AND ')})`;
  return {
    sql: `SELECT document_index_ids.document_id,
        found.rowid IN (SELECT rowid FROM document_index WHERE document_index MATCH $inTitle) AS in_title
      FROM document_index AS found JOIN document_index_ids ON document_index_ids.id = found.rowid
      WHERE found.document_index MATCH $match`,
    bind: { match: `${all}${without}`, inTitle: `{title} : ${all}` },
  };
}

/** Tokens hold letters, marks and digits only, so FTS5 needs no escaping but quotes. */
function fts({ tokens, prefix }: Phrase): string {
  return `"${tokens.join(' ')}"${prefix ? '*' : ''}`;
}

function postgresHits({ include, exclude }: Query): Hits {
  const bind: Record<string, string> = {};
  const parameter = (value: string) => {
    const name = `h${Object.keys(bind).length}`;
    bind[name] = value;
    return `CAST($${name} AS TEXT)`;
  };
  const inColumn = (column: string, phrase: Phrase) =>
    `(' ' || ${column} || ' ') LIKE ${parameter(`% ${phrase.tokens.join(' ')}${phrase.prefix ? '' : ' '}%`)}`;
  const anywhere = (phrase: Phrase) => `(${inColumn('title_tokens', phrase)} OR ${inColumn('body_tokens', phrase)})`;
  // The index finds documents with all the words; the phrase is then compared with the stored tokens.
  const lexemeQuery = include
    .flatMap(({ tokens, prefix }) =>
      tokens.map((token, index) => `'${token}'${prefix && index === tokens.length - 1 ? ':*' : ''}`),
    )
    .join(' & ');
  const conditions = [
    `lexemes @@ CAST(${parameter(`${ANY_WORD} | (${lexemeQuery})`)} AS TSQUERY)`,
    ...include.map(anywhere),
    ...exclude.map((phrase) => `NOT ${anywhere(phrase)}`),
  ];
  return {
    sql: `SELECT document_id, CASE WHEN ${include.map((phrase) => inColumn('title_tokens', phrase)).join(' AND ')}
        THEN 1 ELSE 0 END AS in_title
      FROM document_index WHERE ${conditions.join(' AND ')}`,
    bind,
  };
}
