import { AppError } from '#app/errors.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import { type DocumentAccess, findAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { type PreparedText, prepareText, storeText, titleKey } from '#app/services/documents/document-text.ts';
import { type DocumentDetail, getDocument, readDocument } from '#app/services/documents/get-document.ts';
import { moveToEnd } from '#app/services/documents/move-document.ts';
import { markChanged, setStar } from '#app/services/documents/reader-state.ts';
import { type CurrentText, reconcile } from '#app/services/documents/reconcile-texts.ts';
import { addRevision } from '#app/services/documents/revisions.ts';
import { indexTitle } from '#app/services/search/document-index.ts';
import { tokenize } from '#app/services/search/tokenize.ts';
import { dialect, execute, inTransaction, lockTree, select } from '#db/connection.ts';

export type UpdatedDocument = DocumentDetail & { merged?: true };

/**
 * Changes what is given and nothing else, all or nothing. A star alone needs READ. With an old `baseVersion` the two
 * changes are merged by words where they do not touch. Throws `documentNotFound`, `documentAccessDenied`, and
 * `conflict` with both texts.
 */
export async function updateDocument(actor: Actor, id: string, changes: DocumentChanges): Promise<UpdatedDocument> {
  const { isStarred, autosave, baseVersion, ...edits } = changes;
  const isEdit = Object.values(edits).some((value) => value !== undefined);
  const prepared = changes.content === undefined ? null : await prepareText(changes.content);
  const { access, merged } = await inTransaction(async () => {
    const access = isEdit ? await requireAccess(actor, id, 'edit') : await findAccess(actor, id);
    // Always the tree before a row of it: in the other order a move and a save could wait for each other.
    if (edits.parentId !== undefined) await lockTree(access.ownerId);
    if (!isEdit && access.isArchived && isStarred !== undefined) throw new AppError('documentAccessDenied');
    const merged = isEdit && (await save(actor, id, changes, prepared));
    if (edits.parentId !== undefined) await moveUnlessThere(actor, access, edits.parentId);
    if (isStarred !== undefined) await setStar(actor, id, isStarred);
    return { access, merged };
  });
  // A move may have changed what the document inherits and whether its parent is seen.
  const document = await (edits.parentId === undefined ? readDocument(actor, access) : getDocument(actor, id));
  return merged ? { ...document, merged } : document;
}

async function save(
  actor: Actor,
  id: string,
  changes: DocumentChanges,
  prepared: PreparedText | null,
): Promise<boolean> {
  const current = await currentText(id);
  const { title, icon, content, merged } = await reconcile(id, current, changes);
  if (title === current.title && content === current.content && icon === current.icon) return merged;
  const version = current.version + 1;
  await execute(
    `UPDATE documents SET title = $title, title_key = $titleKey, icon = $icon, version = $version,
       updated_at = $now, updated_by = $me WHERE id = $id`,
    { id, title, titleKey: titleKey(title), icon, version, now: Date.now(), me: actor.id },
  );
  if (content !== current.content) {
    await storeText(id, title, prepared?.content === content ? prepared : await prepareText(content));
  } else if (title !== current.title) {
    await indexTitle(id, tokenize(title).join(' '));
  }
  const { autosave } = changes;
  await addRevision(actor, { documentId: id, version, title, icon, content, autosave }, current.content);
  await markChanged(actor, id, version);
  return merged;
}

async function currentText(id: string): Promise<CurrentText> {
  // Locked first and read after: a row that was waited for is read anew, what is joined to it in one statement is not.
  if (dialect() === 'postgres') await select('SELECT id FROM documents WHERE id = $id FOR NO KEY UPDATE', { id });
  const [row] = await select<CurrentText>(
    `SELECT documents.version, documents.title, documents.icon, documents.updated_at AS "updatedAt",
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

async function moveUnlessThere(actor: Actor, access: DocumentAccess, parentId: string | null): Promise<void> {
  const [row] = await select<{ parentId: string | null }>(
    'SELECT parent_id AS "parentId" FROM documents WHERE id = $id',
    { id: access.id },
  );
  if (row?.parentId !== parentId) await moveToEnd(actor, access.id, parentId);
}
