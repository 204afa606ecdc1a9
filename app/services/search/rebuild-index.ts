import { indexDocument } from '#app/services/search/document-index.ts';
import { tokenize } from '#app/services/search/tokenize.ts';
import { select } from '#db/connection.ts';

/** Rebuilds the search index of one document from its text; call in a transaction. */
export async function reindexDocument(documentId: string): Promise<void> {
  const [row] = await select<{ title: string; plainText: string }>(
    `SELECT documents.title, document_texts.plain_text AS "plainText" FROM documents
     JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $documentId`,
    { documentId },
  );
  if (row) await indexDocument(documentId, tokenize(row.title).join(' '), tokenize(row.plainText).join(' '));
}

/** Rebuilds the search index of every document. */
export async function rebuildIndex(): Promise<void> {
  const rows = await select<{ id: string }>('SELECT document_id AS id FROM document_texts');
  for (const { id } of rows) await reindexDocument(id);
}
