import { indexDocument } from '#app/services/search/full-text-index.ts';
import { INDEX_VERSION, indexText, indexWords } from '#app/services/search/index-text.ts';
import { queueAllFiles } from '#app/services/search/waiting-files.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { execute, inTransaction, select } from '#db/connection.ts';

const AT_ONCE = 20;
/** UTF-16 units indexed of a text that exceeds the rendering budget. */
const BEGINNING = 100_000;
/** Scheduling key of this background work, so that users' work gets threads first. */
const RENEWING = 'renewing the index';

type Row = { title: string; content: string; plainText: string; outline: string };

async function findRow(documentId: string): Promise<Row | undefined> {
  const [row] = await select<Row>(
    `SELECT documents.title, document_texts.content, document_texts.plain_text AS "plainText", document_texts.outline
     FROM documents JOIN document_texts ON document_texts.document_id = documents.id
     WHERE documents.id = $documentId`,
    { documentId },
  );
  return row;
}

const markIndexed = (documentId: string) =>
  execute(`UPDATE document_texts SET index_version = ${INDEX_VERSION} WHERE document_id = $documentId`, { documentId });

/** Rebuilds the search index of one document from its text; call in a transaction. */
export async function reindexDocument(documentId: string): Promise<void> {
  const row = await findRow(documentId);
  if (!row) return;
  await indexDocument(documentId, row.title, indexText(row.content, row.plainText, row.outline));
  await markIndexed(documentId);
}

/** Rebuilds the search index of every document. */
export async function rebuildIndex(): Promise<void> {
  const rows = await select<{ id: string }>('SELECT document_id AS id FROM document_texts');
  for (const { id } of rows) await reindexDocument(id);
  await queueAllFiles();
}

/** Indexes documents of older index versions in one transaction each, until done or aborted. Returns their number. */
export async function renewIndex(signal: AbortSignal): Promise<number> {
  let renewed = 0;
  for (;;) {
    const rows = await select<{ id: string }>(
      `SELECT document_id AS id FROM document_texts WHERE index_version < ${INDEX_VERSION} LIMIT ${AT_ONCE}`,
    );
    if (rows.length === 0) return renewed;
    for (const { id } of rows) {
      if (signal.aborted) return renewed;
      await renew(id);
      renewed += 1;
    }
  }
}

/** Skips a text that a concurrent save has indexed. */
async function renew(id: string): Promise<void> {
  const row = await findRow(id);
  if (!row) return;
  const indexed = await orFallback(runInThread(RENEWING, 'indexText', row.content, row.plainText, row.outline), () => {
    const body = indexWords(row.plainText.slice(0, BEGINNING));
    return { headings: '', body, written: '', vocabulary: body };
  });
  await inTransaction(async () => {
    const now = await findRow(id);
    if (now?.content !== row.content) return;
    await indexDocument(id, now.title, indexed);
    await markIndexed(id);
  });
}

/** Returns true if documents are still to be re-indexed, so that a search may miss some. */
export async function isIndexIncomplete(): Promise<boolean> {
  const rows = await select(`SELECT 1 AS one FROM document_texts WHERE index_version < ${INDEX_VERSION} LIMIT 1`);
  return rows.length > 0;
}
