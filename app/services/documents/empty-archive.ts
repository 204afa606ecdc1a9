import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import { deleteDocumentsWhere } from '#app/services/documents/purge-deleted.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { recordTakeouts } from '#app/services/takeouts/record-takeouts.ts';
import { inTransaction, select } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';

const ARCHIVED = `documents.owner_id = $me AND documents.archived_at IS NOT NULL AND ${NOT_HIDDEN}`;
/** Maximum number of branches that the audit log names, the last archived ones. */
const NAMED_MAX = 200;

/**
 * Permanently deletes everything the actor has archived. Other authors receive takeouts of what they wrote. Returns the
 * number of deleted documents.
 */
export async function emptyArchive(actor: Actor): Promise<number> {
  return inTransaction(async () => {
    await lockTree(actor.id);
    await recordTakeouts({ cause: 'deleted', condition: ARCHIVED, bind: { me: actor.id } });
    // Ids of the branches are what a restore from a backup asks for.
    const tops = await select<{ id: string }>(
      `SELECT id FROM documents WHERE ${ARCHIVED} AND archive_root_id = id ORDER BY archived_at DESC, id LIMIT ${NAMED_MAX}`,
      { me: actor.id },
    );
    const documents = await deleteDocumentsWhere(ARCHIVED, { me: actor.id });
    signal({ kind: 'tree', ownerId: actor.id, parentId: null });
    const detail = { documents, branches: tops.map(({ id }) => id).join(' ') };
    const act = { action: 'document.empty-archive', subject: actor.id, detail } as const;
    if (documents > 0) await recordEvent(actor.id, act);
    return documents;
  });
}
