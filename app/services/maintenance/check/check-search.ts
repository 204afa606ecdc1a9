import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { indexedDocuments } from '#app/services/search/document-index.ts';
import { hitsOf } from '#app/services/search/index-hits.ts';
import { reindexDocument } from '#app/services/search/rebuild-index.ts';
import { type Term, tokenize } from '#app/services/search/tokenize.ts';
import { inTransaction, select } from '#db/connection.ts';

/** Words searched at either end of a text: an entry of another text has others. */
const WORDS = 8;

/** Checks that the search index has the current words of every document. */
export async function* checkSearch(repair: boolean): AsyncGenerator<Finding> {
  const indexed = await indexedDocuments();
  const ids = await select<{ id: string }>('SELECT id FROM documents ORDER BY id');
  for (const { id } of ids) {
    const problem = indexed.has(id) ? await problemOf(id) : 'notIndexed';
    if (!problem) continue;
    const mend = repair && problem !== 'noText';
    if (mend) await inTransaction(() => reindexDocument(id));
    yield finding('search', problem, id, { repaired: mend });
  }
}

async function problemOf(id: string): Promise<'noText' | 'stale' | null> {
  const [row] = await select<{ title: string; plainText: string }>(
    `SELECT title, plain_text AS "plainText" FROM documents JOIN document_texts ON document_id = id WHERE id = $id`,
    { id },
  );
  if (!row) return 'noText';
  const body = tokenize(row.plainText);
  const include = [tokenize(row.title), body.slice(0, WORDS), body.slice(-WORDS)]
    .filter((tokens) => tokens.length > 0)
    .map((tokens): Term => [{ tokens, prefix: false }]);
  if (include.length === 0) return null;
  const { sql, bind } = hitsOf({ include, exclude: [] });
  const found = await select(`SELECT 1 AS one FROM (${sql}) AS hits WHERE document_id = $id`, { ...bind, id });
  return found.length > 0 ? null : 'stale';
}
