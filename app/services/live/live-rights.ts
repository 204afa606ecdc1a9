import { AppError } from '#app/errors.ts';
import { CLOSING } from '#app/schemas/live-messages.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';

export type LiveRights = { mayEdit: boolean };

/** Returns a person's rights in a live document, or a close code of contract §7. */
export async function liveRights(
  actor: Actor,
  documentId: string,
): Promise<LiveRights | { code: typeof CLOSING.permissionTaken | typeof CLOSING.gone }> {
  try {
    const access = await getAccess(actor, documentId);
    return access.isArchived ? { code: CLOSING.gone } : { mayEdit: access.can.edit };
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'documentNotFound') throw error;
    const document = await (await models()).Document.findByPk(documentId, { attributes: ['archivedAt'] });
    return { code: document && document.archivedAt === null ? CLOSING.permissionTaken : CLOSING.gone };
  }
}
