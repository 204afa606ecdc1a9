import { AppError } from '#app/errors.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { type PreparedText, prepareText } from '#app/services/documents/document-text.ts';
import { type Removal, removalBetween } from '#app/services/documents/fold-revisions.ts';
import { type CurrentText, mergeSave } from '#app/services/documents/merge-save.ts';
import type { Packed } from '#app/services/documents/pack-text.ts';
import { packSaved } from '#app/services/documents/revisions.ts';
import { select } from '#db/connection.ts';

/** The writes of a save, computed from the text at `from.version`; valid while the document has that version. */
export type PlannedSave = {
  from: Pick<CurrentText, 'version' | 'title' | 'icon' | 'content' | 'liveEpoch'>;
  title: string;
  icon: string | null;
  content: string;
  version: number;
  /** Null if the content is unchanged. */
  text: PreparedText | null;
  /** The encoded revision. */
  packed: Packed;
  removal: Removal;
};

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
  return { save: await planTexts(actor.id, from, target), merged };
}

/** Computes a save that sets a document to the texts of `target`. Returns null if they are equal. */
export async function planTexts(
  person: string,
  from: CurrentText,
  { title, icon, content }: Pick<CurrentText, 'title' | 'icon' | 'content'>,
): Promise<PlannedSave | null> {
  const isChanged = title !== from.title || content !== from.content || icon !== from.icon;
  if (!isChanged) return null;
  const version = from.version + 1;
  const [text, packed] = await Promise.all([
    content === from.content ? null : prepareText(person, content),
    packSaved(person, { version, content }, from.content),
  ]);
  const removal = removalBetween(from.content, content);
  return { from, title, icon, content, version, text, packed, removal };
}

/** Reads the text a save replaces. Throws `documentNotFound`. */
export async function currentText(id: string): Promise<CurrentText> {
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
  if (!row) throw new AppError('documentNotFound');
  return row;
}
