import { AppError } from '#app/errors.ts';
import type { NewDocument } from '#app/schemas/documents.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { prepareNewText } from '#app/services/documents/document-text.ts';
import { type DocumentDetail, getDocument, getEntry } from '#app/services/documents/get-document.ts';
import { idOfKey } from '#app/services/documents/id-of-key.ts';
import { type NewDocumentRow, newDocumentSteps } from '#app/services/documents/new-documents.ts';
import { lastPosition, type Siblings } from '#app/services/documents/position.ts';
import { newId } from '#app/services/new-id.ts';
import { notifyOfChange } from '#app/services/notifications/notify-of-change.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockTree, lockTreeOf } from '#db/locks.ts';
import { writeBatch } from '#db/write-batch.ts';

/**
 * Creates a document as the last child of its parent, owned by the parent's owner; without a parent, as the actor's
 * last root. With a `key`, a repeated call returns the document of the first. Throws `documentNotFound` and
 * `documentAccessDenied` for the parent.
 */
export async function createDocument(actor: Actor, input: NewDocument): Promise<DocumentDetail> {
  const { parentId, key } = input;
  // Check access before the expensive rendering; the check that counts is made under the lock.
  if (parentId !== null) await requireAccess(actor, parentId, 'addChild');
  const text = await prepareNewText(actor.id, input.content);
  const id = key === undefined ? newId() : idOfKey(actor, key);
  const created = await inTransaction(async () => {
    const { siblings } = await placeBelow(actor, parentId);
    // The tree is locked, so that calls at the same time find it too.
    if (key !== undefined && (await (await models()).Document.count({ where: { id } })) > 0) return null;
    await insertDocument(actor, { id, title: input.title, text, siblings });
    const { mentioned } = text;
    if (mentioned.length > 0) await notifyOfChange({ documentId: id, authors: [actor.id], mentioned });
    return { ...(await getEntry(actor, { id, parentId, permission: 'EDIT' })), content: text.content };
  });
  // Reading waits for writes of a shared text, so it must not be in the transaction.
  return created ?? getDocument(actor, id);
}

/** Inserts a document after its siblings; call in the transaction that determined its place. */
export async function insertDocument(actor: Actor, document: NewDocumentRow): Promise<void> {
  const position = await lastPosition(document.siblings);
  await writeBatch(newDocumentSteps(actor, [{ ...document, position }]));
}

type NewPlace = { siblings: Siblings; depth: number };

/**
 * Returns the siblings and the depth of a new child after checking access; locks the owner's tree until the transaction
 * ends.
 */
export async function placeBelow(actor: Actor, parentId: string | null): Promise<NewPlace> {
  if (parentId === null) {
    await lockTree(actor.id);
    return { siblings: { parentId, ownerId: actor.id }, depth: 0 };
  }
  await lockTreeOf(parentId);
  const parent = await requireAccess(actor, parentId, 'addChild');
  if (parent.depth + 1 >= DEPTH_MAX) {
    throw new AppError('validationFailed', { fields: { parentId: [{ key: 'move.tooDeep' }] } });
  }
  return { siblings: { parentId, ownerId: parent.ownerId }, depth: parent.depth + 1 };
}
