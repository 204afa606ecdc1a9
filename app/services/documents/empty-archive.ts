import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import { deleteDocumentsWhere } from '#app/services/documents/purge-deleted.ts';
import { recordTakeouts } from '#app/services/takeouts/record-takeouts.ts';
import { execute, inTransaction } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';

const ARCHIVED = `documents.owner_id = $me AND documents.archived_at IS NOT NULL AND ${NOT_HIDDEN}`;

/**
 * Permanently deletes everything the actor has archived. Other authors receive takeouts of what they wrote. Returns the
 * number of deleted documents.
 */
export async function emptyArchive(actor: Actor): Promise<number> {
  return inTransaction(async () => {
    await lockTree(actor.id);
    // Record them before the branches are split below, as access is inherited from parents.
    await recordTakeouts({ cause: 'deleted', ownerId: actor.id, condition: ARCHIVED, bind: { me: actor.id } });
    // A document restored or moved below an archived one is not archived itself and becomes a root.
    await execute(
      `UPDATE documents SET parent_id = NULL WHERE owner_id = $me AND archived_at IS NULL
         AND parent_id IN (SELECT id FROM documents WHERE owner_id = $me AND archived_at IS NOT NULL)`,
      { me: actor.id },
    );
    const documents = await deleteDocumentsWhere(ARCHIVED, { me: actor.id });
    const act = { action: 'document.empty-archive', subject: actor.id, detail: { documents } } as const;
    if (documents > 0) await recordEvent(actor.id, act);
    return documents;
  });
}
