import { RENDER_VERSION } from '#app/markdown/render-markdown.ts';
import { prepareText, storeText } from '#app/services/documents/document-text.ts';
import { inTransaction, select } from '#db/connection.ts';

const AT_ONCE = 20;
/** Scheduling key of this background work, so that users' work gets threads first. */
const RENDERING = 'rendering anew';

/** Re-renders and stores a text, unless a concurrent save has done so. */
export async function renderAnew(id: string): Promise<void> {
  const before = await textOf(id);
  if (!before) return;
  const prepared = await prepareText(RENDERING, before.content);
  await inTransaction(async () => {
    const now = await textOf(id);
    if (now?.content === before.content) await storeText(id, now.title, prepared);
  });
}

async function textOf(id: string): Promise<{ title: string; content: string } | undefined> {
  const [row] = await select<{ title: string; content: string }>(
    `SELECT documents.title, document_texts.content FROM documents
     JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $id`,
    { id },
  );
  return row;
}

/** Re-renders texts of older renderer versions in small batches until done or aborted. Returns their number. */
export async function renderOutdated(signal: AbortSignal): Promise<number> {
  let rendered = 0;
  for (;;) {
    const rows = await select<{ id: string }>(
      `SELECT document_id AS id FROM document_texts WHERE render_version < ${RENDER_VERSION} LIMIT ${AT_ONCE}`,
    );
    if (rows.length === 0 || signal.aborted) return rendered;
    for (const { id } of rows) await renderAnew(id);
    rendered += rows.length;
  }
}
