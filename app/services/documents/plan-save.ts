import { AppError } from '#app/errors.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { type PreparedText, prepareText } from '#app/services/documents/document-text.ts';
import { NO_RUN, type PlannedRun, planRun, removalBetween } from '#app/services/documents/fold-revisions.ts';
import { type CurrentText, mergeSave } from '#app/services/documents/merge-save.ts';
import { newMentions } from '#app/services/documents/new-mentions.ts';
import type { Packed } from '#app/services/documents/pack-text.ts';
import { packSaved } from '#app/services/documents/revisions.ts';
import { notificationSteps } from '#app/services/notifications/notify-of-change.ts';
import { findIndexed } from '#app/services/search/full-text-index.ts';
import type { IndexedText } from '#app/services/search/index-text.ts';
import { select } from '#db/connection.ts';
import type { Step } from '#db/write-batch.ts';

/** The writes of a save, computed from the text at `from.version`; valid while the document has that version. */
export type PlannedSave = {
  from: Pick<CurrentText, 'version' | 'title' | 'icon' | 'content' | 'liveEpoch'>;
  title: string;
  icon: string | null;
  content: string;
  version: number;
  /** Null if the content is unchanged. */
  text: PreparedText | null;
  /** The stored tokens of an unchanged text, if the title changes. */
  indexed: IndexedText | null;
  /** The encoded revision. */
  packed: Packed;
  planned: PlannedRun;
  /** Steps that record whom to notify. */
  notifications: Step[];
  by: By;
};

/** `author` saves; `writers` are other authors of parts of the text. */
type By = { author: string; writers?: string[]; autosave: boolean };

/**
 * Computes a save before its transaction, to keep that short. `save` is null if nothing changes. Throws `conflict`, and
 * `documentNotFound` if the document was deleted meanwhile.
 */
export async function planSave(
  actor: Actor,
  id: string,
  from: CurrentText,
  changes: DocumentChanges,
): Promise<{ save: PlannedSave | null; merged: boolean }> {
  const { merged, ...target } = await mergeSave(actor.id, id, from, changes);
  return { save: await planTexts(id, from, target, { author: actor.id, autosave: changes.autosave }), merged };
}

/** Computes a save that sets a document to the texts of `target`. Returns null if they are equal. */
export async function planTexts(
  id: string,
  from: CurrentText,
  { title, icon, content }: Pick<CurrentText, 'title' | 'icon' | 'content'>,
  by: By,
): Promise<PlannedSave | null> {
  const isSameText = content === from.content;
  if (isSameText && title === from.title && icon === from.icon) return null;
  const version = from.version + 1;
  const writers = [by.author, ...(by.writers ?? [])];
  const prepared = isSameText ? null : prepareText(by.author, content);
  const [text, indexed, packed, planned, notifications] = await Promise.all([
    prepared,
    isSameText && title !== from.title ? findIndexed(id) : null,
    packSaved(by.author, { version, content }, from.content),
    by.autosave
      ? planRun({ documentId: id, writers, now: Date.now(), ...removalBetween(from.content, content) })
      : NO_RUN,
    notifyOfText(id, writers, from.content, prepared),
  ]);
  return { from, title, icon, content, version, text, indexed, packed, planned, notifications, by };
}

async function notifyOfText(
  documentId: string,
  authors: string[],
  before: string,
  after: Promise<PreparedText> | null,
) {
  const { mentioned } = (await after) ?? { mentioned: [] };
  const news = await newMentions(authors[0]!, documentId, { before, mentioned });
  return notificationSteps({ documentId, authors, mentioned: news });
}

/** Reads the text a save replaces. Throws `documentNotFound`. */
export async function currentText(id: string): Promise<CurrentText> {
  const text = await findCurrentText(id);
  if (!text) throw new AppError('documentNotFound');
  return text;
}

/** Reads the text a save replaces; null if the document was deleted. */
export async function findCurrentText(id: string): Promise<CurrentText | null> {
  const [row] = await select<CurrentText>(
    `SELECT documents.version, documents.title, documents.icon, documents.live_epoch AS "liveEpoch",
       EXISTS (SELECT 1 FROM document_updates WHERE document_updates.document_id = documents.id) AS "isUnsettled",
       documents.updated_at AS "updatedAt",
       document_texts.content, CASE WHEN editor.status <> 'DELETED' THEN editor.display_name END AS "editorName",
       CASE WHEN editor.status <> 'DELETED' THEN editor.email END AS "editorEmail"
     FROM documents JOIN document_texts ON document_texts.document_id = documents.id
     JOIN users AS editor ON editor.id = documents.updated_by
     WHERE documents.id = $id`,
    { id },
  );
  return row ?? null;
}
