import { reachedInBranch, recordLostDocuments } from '#app/services/takeouts/record-takeouts.ts';
import { findWritersIn } from '#db/queries/branches.ts';

/**
 * Runs `move`, which moves a branch to another parent. Records a takeout for each author who loses access to documents
 * they wrote in it. Call in the transaction of the move.
 */
export async function withMoveTakeouts(
  { id, ownerId }: { id: string; ownerId: string },
  move: () => Promise<unknown>,
): Promise<void> {
  const before = new Map<string, string[]>();
  for (const { userId } of await findWritersIn({ id })) before.set(userId, await reachedInBranch(userId, id));
  await move();
  for (const [userId, ids] of before) {
    const still = new Set(await reachedInBranch(userId, id));
    const lost = ids.filter((each) => !still.has(each));
    if (lost.length > 0) await recordLostDocuments({ userId, ownerId, cause: 'moved' }, lost);
  }
}
