import { loadChains } from '#app/services/access/document-access.ts';
import { recordLostDocuments } from '#app/services/takeouts/record-takeouts.ts';
import { findWrittenThroughGroup } from '#db/queries/groups.ts';

/** Maximum number of documents in one query, each a parameter. */
const DOCUMENTS_TOGETHER = 500;

/**
 * Runs `end`, which ends a membership (of everyone, if `userId` is null) or deletes a group. Records a takeout for each
 * member who loses access to documents they wrote. Call in the transaction of the change.
 */
export async function withTakeouts(groupId: string, userId: string | null, end: () => Promise<void>): Promise<void> {
  const written = await findWrittenThroughGroup({ groupId, person: userId ?? '' });
  const writers = Map.groupBy(written, (row) => row.writerId);
  const before = new Map<string, string[]>();
  for (const [id, rows] of writers)
    before.set(
      id,
      await readableOf(
        id,
        rows.map(({ documentId }) => documentId),
      ),
    );
  await end();
  const ownerOf = new Map(written.map(({ documentId, ownerId }) => [documentId, ownerId]));
  for (const [id, ids] of before) {
    const still = new Set(await readableOf(id, ids));
    const lost = ids.filter((documentId) => !still.has(documentId));
    for (const [ownerId, ofOwner] of Map.groupBy(lost, (documentId) => ownerOf.get(documentId)!)) {
      await recordLostDocuments({ userId: id, ownerId, cause: 'unshared' }, ofOwner);
    }
  }
}

async function readableOf(userId: string, ids: string[]): Promise<string[]> {
  const readable: string[] = [];
  for (let at = 0; at < ids.length; at += DOCUMENTS_TOGETHER) {
    const some = ids.slice(at, at + DOCUMENTS_TOGETHER);
    const chains = await loadChains({ id: userId }, some);
    readable.push(...some.filter((id) => chains.tryFind(id) !== null));
  }
  return readable;
}
