import { isHiddenMark } from '#app/services/documents/hidden-documents.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { models } from '#db/connection.ts';
import { regroupBranch, type Survivor } from '#db/queries/branches.ts';

/**
 * Moves a document whose parent is deleted to the end of another list of its owner. If it was archived with a document
 * above it, it becomes an archive entry of its own, with what was archived with both.
 */
export async function placeSurvivor({ id, ownerId, archiveRootId }: Survivor, parentId: string | null): Promise<void> {
  const position = await lastPosition({ parentId, ownerId });
  await (await models()).Document.update({ parentId, position }, { where: { id } });
  if (archiveRootId !== null && archiveRootId !== id && !isHiddenMark(archiveRootId))
    await regroupBranch({ id, rootId: archiveRootId });
  signal({ kind: 'tree', ownerId, parentId });
}
