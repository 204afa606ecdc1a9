import type { Actor } from '#app/services/actor.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import { takeAway } from '#app/services/documents/take-away.ts';
import { execute, inTransaction, lockTree } from '#db/connection.ts';

/** Permanently deletes everything the actor has archived; returns the number of documents. */
export async function emptyArchive(actor: Actor): Promise<number> {
  return inTransaction(async () => {
    await lockTree(actor.id);
    // A document moved or restored below an archived one is not archived itself: it becomes a root.
    await execute(
      `UPDATE documents SET parent_id = NULL WHERE owner_id = $me AND archived_at IS NULL
         AND parent_id IN (SELECT id FROM documents WHERE owner_id = $me AND archived_at IS NOT NULL)`,
      { me: actor.id },
    );
    return takeAway(`owner_id = $me AND archived_at IS NOT NULL AND ${NOT_HIDDEN}`, { me: actor.id });
  });
}
