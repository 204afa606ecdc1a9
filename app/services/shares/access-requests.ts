import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { DAY_MS } from '#app/services/day.ts';
import { requireShareAccess } from '#app/services/shares/share-entry.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findAccessRequests, removeDismissed } from '#db/queries/shares.ts';

/** A pending access request. `requestedAt` is in ISO 8601. */
export type AccessRequest = {
  id: string;
  email: string;
  displayName: string | null;
  message: string;
  requestedAt: string;
};

/** Lists pending access requests to the owner, oldest first. Throws `documentNotFound`, `documentAccessDenied`. */
export async function listAccessRequests(actor: Actor, document: string | DocumentAccess): Promise<AccessRequest[]> {
  const { id: documentId } = await requireShareAccess(actor, document, 'answerRequest');
  const rows = await findAccessRequests({ documentId });
  return rows.map((row) => ({ ...row, requestedAt: new Date(row.requestedAt).toISOString() }));
}

/**
 * Dismisses a request silently: a new one on the same day is ignored. A missing request is no error. Also deletes
 * requests dismissed earlier.
 */
export async function dismissAccessRequest(actor: Actor, documentId: string, requestId: string): Promise<void> {
  await inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'answerRequest');
    const now = Date.now();
    const pending = { id: requestId, documentId, dismissedAt: null };
    await (await models()).AccessRequest.update({ dismissedAt: now }, { where: pending });
    await removeDismissed({ documentId, before: now - DAY_MS });
  });
}

/** Deletes the request that a new share answers. Call in the transaction of the share. */
export async function deleteAnsweredRequest(documentId: string, userId: string): Promise<void> {
  await (await models()).AccessRequest.destroy({ where: { documentId, userId } });
}
