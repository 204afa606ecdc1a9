import { AppError } from '#app/errors.ts';
import type { OutlineEntry } from '#app/markdown/finish/heading-anchors.ts';
import { RENDER_VERSION } from '#app/markdown/render-markdown.ts';
import { mayTakeCopy } from '#app/policies/document-policy.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  noticeOf,
} from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { withAccess } from '#app/services/documents/get-document.ts';
import { markOpened } from '#app/services/documents/reader-state.ts';
import { renderAnew } from '#app/services/documents/render-anew.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';
import { scopeOf, type TemplateScope } from '#app/services/templates/mark-template.ts';
import { select } from '#db/connection.ts';
import { I_WATCH } from '#db/queries/notifications.ts';

export type OpenedDocument = DocumentEntry & {
  /** Sanitised; rendered when the text was saved. */
  html: string;
  isEmpty: boolean;
  outline: OutlineEntry[];
  words: number;
  readingSeconds: number;
  updatedBy: string | null;
  /** True if any text links here, readable by the actor or not. */
  isLinkedTo: boolean;
  /** True if the actor is notified of events here. */
  isWatching: boolean;
  /** True if the actor is notified of events in the whole branch. */
  watchesBranch: boolean;
  /** Last version the actor saw if others have changed the document since; else null. */
  changedSince: number | null;
  /** Whom it is offered to as a template; null for a regular document and for readers. */
  template: TemplateScope | null;
  /** True if the actor created it in another owner's tree. */
  isOwnWork: boolean;
  /** True if the actor has a personal share of this very document and can leave it. */
  isLeavable: boolean;
  access: DocumentAccess;
};

type Row = EntryRow & {
  html: string;
  createdBy: string;
  outline: string;
  isLinkedTo: number | boolean;
  watches: number;
  words: number;
  readingSeconds: number;
  renderVersion: number;
  editorName: string | null;
  editorEmail: string;
  editorStatus: string;
  /** Null for a regular document. */
  forEveryone: number | null;
  hasOwnShare: number | boolean;
};

const OPENED = `SELECT ${ENTRY_COLUMNS}, document_texts.html, document_texts.outline,
    documents.created_by AS "createdBy", EXISTS (SELECT 1 FROM links WHERE links.to_id = documents.id) AS "isLinkedTo", document_texts.words,
    EXISTS (SELECT 1 FROM shares WHERE shares.document_id = documents.id AND shares.user_id = $me) AS "hasOwnShare",
    CASE WHEN ${I_WATCH} THEN COALESCE((SELECT is_watching FROM watchers
      WHERE watchers.document_id = documents.id AND watchers.user_id = $me), 1) ELSE 0 END AS watches,
    document_texts.reading_seconds AS "readingSeconds",
    (SELECT for_everyone FROM templates WHERE templates.document_id = documents.id) AS "forEveryone",
    document_texts.render_version AS "renderVersion", editor.display_name AS "editorName",
    editor.email AS "editorEmail", editor.status AS "editorStatus"
  FROM documents ${ENTRY_JOINS}
  JOIN document_texts ON document_texts.document_id = documents.id
  JOIN users AS editor ON editor.id = documents.updated_by
  WHERE documents.id = $id`;

/** Returns a document as its page shows it; records that the actor has seen this version. Throws `documentNotFound`. */
export async function openDocument(actor: Actor, id: string): Promise<OpenedDocument> {
  const access = await getAccess(actor, id);
  await settleIfOpen(id);
  const row = await readRow(actor, id);
  const { html, outline, words, readingSeconds } = row;
  if (!access.isArchived) void markOpened(actor, row);
  return {
    ...withAccess(actor, row, access),
    html,
    isEmpty: html.trim() === '',
    outline: JSON.parse(outline) as OutlineEntry[],
    words,
    readingSeconds,
    isLinkedTo: Boolean(row.isLinkedTo),
    isWatching: row.watches >= 1,
    watchesBranch: row.watches === 2,
    changedSince: noticeOf(actor, row) === 'UPDATE' ? row.seenVersion : null,
    updatedBy: row.editorStatus === 'DELETED' ? null : (row.editorName ?? row.editorEmail),
    template: access.isOwner ? scopeOf(row.forEveryone) : null,
    isOwnWork: mayTakeCopy(access, row.createdBy === actor.id),
    isLeavable: !access.isOwner && Boolean(row.hasOwnShare),
    access,
  };
}

/** Re-renders HTML of an older renderer version on first read. */
async function readRow(actor: Actor, id: string, isAgain = false): Promise<Row> {
  const [row] = await select<Row>(OPENED, { id, me: actor.id });
  if (!row) throw new AppError('documentNotFound');
  if (row.renderVersion === RENDER_VERSION || isAgain) return row;
  await renderAnew(id);
  return readRow(actor, id, true);
}
