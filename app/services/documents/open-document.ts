import { AppError } from '#app/errors.ts';
import { RENDER_VERSION, renderMarkdown } from '#app/markdown/render-markdown.ts';
import type { Actor } from '#app/services/actor.ts';
import { type DocumentAccess, findAccess } from '#app/services/documents/access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
} from '#app/services/documents/document-entry.ts';
import { renderText } from '#app/services/documents/document-text.ts';
import { withAccess } from '#app/services/documents/get-document.ts';
import { markOpened } from '#app/services/documents/reader-state.ts';
import { execute, select } from '#db/connection.ts';

export type OpenedDocument = DocumentEntry & {
  /** Sanitised; made when the text was saved. */
  html: string;
  isEmpty: boolean;
  updatedBy: string | null;
  access: DocumentAccess;
};

type Row = EntryRow & {
  html: string;
  renderVersion: number;
  editorName: string | null;
  editorEmail: string;
  editorStatus: string;
};

const OPENED = `SELECT ${ENTRY_COLUMNS}, document_texts.html,
    document_texts.render_version AS "renderVersion", editor.display_name AS "editorName",
    editor.email AS "editorEmail", editor.status AS "editorStatus"
  FROM documents ${ENTRY_JOINS}
  JOIN document_texts ON document_texts.document_id = documents.id
  JOIN users AS editor ON editor.id = documents.updated_by
  WHERE documents.id = $id`;

/** A document as its page shows it; remembers that the actor has seen this version. Throws `documentNotFound`. */
export async function openDocument(actor: Actor, id: string): Promise<OpenedDocument> {
  const access = await findAccess(actor, id);
  const [row] = await select<Row>(OPENED, { id, me: actor.id });
  if (!row) throw new AppError('documentNotFound');
  const { html } = row.renderVersion === RENDER_VERSION ? row : await renderAnew(id);
  if (!access.isArchived) markOpened(actor, row);
  return {
    ...withAccess(actor, row, access),
    html,
    isEmpty: html.trim() === '',
    updatedBy: row.editorStatus === 'DELETED' ? null : (row.editorName ?? row.editorEmail),
    access,
  };
}

/** A text that an older renderer made HTML of is rendered once more, when it is first read again. */
export async function renderAnew(id: string): Promise<{ html: string }> {
  const [text] = await select<{ content: string }>('SELECT content FROM document_texts WHERE document_id = $id', {
    id,
  });
  if (!text) throw new AppError('documentNotFound');
  const rendered = renderText(renderMarkdown(text.content));
  await execute(
    `UPDATE document_texts SET html = $html, outline = $outline, plain_text = $plainText, render_version = $renderVersion
     WHERE document_id = $id AND content = $content`,
    { ...rendered, id, content: text.content },
  );
  return rendered;
}
