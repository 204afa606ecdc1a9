import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { pagesOf } from '#app/services/maintenance/check/pages-of.ts';
import { indexedDocuments } from '#app/services/search/full-text-index.ts';
import { hitsOf } from '#app/services/search/index-hits.ts';
import { reindexDocument } from '#app/services/search/rebuild-index.ts';
import { type Term, tokenize } from '#app/services/search/tokenize.ts';
import { dialect, inTransaction, select } from '#db/connection.ts';

/** Number of words compared at each end of a text; entries of another text differ there. */
const WORDS = 8;
/** Numbers of characters at each end that contain them, tried in order; long texts are not read completely. */
const ENDS = [150, 600];
const ENDS_MOST = ENDS.at(-1)!;
const DOCUMENTS_AT_ONCE = 50;

type Row = { id: string; title: string; plainText: string | null; tokens: string | null; isSearched: number };

/**
 * Selects texts with their stored tokens. On PostgreSQL `isSearched` is true if the index has every token; the query
 * uses `EXCEPT`, which hashes, because `@>` compares all pairs and takes minutes for long texts.
 */
const TEXTS = {
  sqlite: `SELECT documents.id, documents.title, plain_text AS "plainText", 1 AS "isSearched",
      indexed.title || indexed.body || indexed.written AS tokens
    FROM documents LEFT JOIN document_texts ON document_texts.document_id = documents.id
      LEFT JOIN document_index_ids AS ids ON ids.document_id = documents.id
      LEFT JOIN document_index_tokens AS indexed ON indexed.id = ids.id`,
  postgres: `SELECT documents.id, documents.title, plain_text AS "plainText",
      title_tokens || body_tokens || written_tokens AS tokens,
      CASE WHEN too_long = 1 OR NOT EXISTS (
        SELECT token FROM unnest(string_to_array(title_tokens || body_tokens || written_tokens, ' ')) AS token
        WHERE token <> '' EXCEPT SELECT lexeme FROM unnest(lexemes)
      ) THEN 1 ELSE 0 END AS "isSearched"
    FROM documents LEFT JOIN document_texts ON document_texts.document_id = documents.id
      LEFT JOIN document_index ON document_index.document_id = documents.id`,
};

const readTexts = (after: string) =>
  select<Row>(`${TEXTS[dialect()]} WHERE documents.id > $after ORDER BY documents.id LIMIT ${DOCUMENTS_AT_ONCE}`, {
    after,
  });

/**
 * Checks that the search index has the current words of every document. On SQLite the compared tokens are stored beside
 * the index and written in the same transaction.
 */
export async function* checkSearch(repair: boolean): AsyncGenerator<Finding> {
  const indexed = await indexedDocuments();
  for await (const rows of pagesOf(readTexts)) {
    for (const row of rows) {
      if (indexed.has(row.id) && (await isCurrent(row))) continue;
      // The document may have been created or saved after the page was read; check it separately.
      const problem = await problemOf(row.id);
      if (!problem) continue;
      const mend = repair && problem !== 'noText';
      if (mend) await inTransaction(() => reindexDocument(row.id));
      yield finding('search', problem, row.id, { repaired: mend });
    }
  }
}

async function isCurrent({ title, plainText, tokens, isSearched }: Row): Promise<boolean> {
  if (plainText === null || tokens === null || Number(isSearched) === 0) return false;
  return phrasesOf(title, plainText).every((phrase) => tokens.includes(` ${phrase.join(' ')} `));
}

function phrasesOf(title: string, plainText: string): string[][] {
  return [tokenize(title), ...phrasesOfText(plainText)].filter((tokens) => tokens.length > 0);
}

/** Returns the first and last words of a text; of a short one its only words twice. */
function phrasesOfText(text: string): [string[], string[]] {
  if (text.length <= 2 * ENDS_MOST) {
    const tokens = tokenize(text);
    return [tokens.slice(0, WORDS), tokens.slice(-WORDS)];
  }
  // The last word of the beginning may be cut, as may the first one of the end.
  return [
    enoughOf((length) => tokenize(text.slice(0, length)).slice(0, -1)).slice(0, WORDS),
    enoughOf((length) => tokenize(text.slice(-length)).slice(1)).slice(-WORDS),
  ];
}

/** Reads tokens from the fewest characters that contain enough of them. */
function enoughOf(read: (length: number) => string[]): string[] {
  let tokens: string[] = [];
  for (const length of ENDS) {
    tokens = read(length);
    if (tokens.length >= WORDS) break;
  }
  return tokens;
}

type Problem = 'notIndexed' | 'noText' | 'stale';

async function problemOf(id: string): Promise<Problem | null> {
  const [row] = await select<{ title: string; plainText: string | null }>(
    `SELECT title, plain_text AS "plainText" FROM documents
     LEFT JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $id`,
    { id },
  );
  if (!row) return null;
  if (row.plainText === null) return 'noText';
  const include = phrasesOf(row.title, row.plainText).map((tokens): Term => [{ tokens, prefix: false }]);
  const { sql, bind } = hitsOf({ include, exclude: [] });
  const found = await select(`SELECT 1 AS one FROM (${sql}) AS hits WHERE document_id = $id`, { ...bind, id });
  if (found.length > 0 && include.length > 0) return null;
  return (await isIndexed(id)) ? (include.length === 0 ? null : 'stale') : 'notIndexed';
}

const isIndexed = async (id: string) => {
  const table = dialect() === 'postgres' ? 'document_index' : 'document_index_ids';
  return (await select(`SELECT 1 AS one FROM ${table} WHERE document_id = $id`, { id })).length > 0;
};
