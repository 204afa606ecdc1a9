import { type Written, withTakeouts } from '#app/services/takeouts/record-takeouts.ts';
import { IN_BRANCH } from '#db/queries/branches.ts';
import { findWrittenThroughGroup } from '#db/queries/groups.ts';
import { isListed } from '#db/query.ts';

type Change<T> = () => Promise<T>;

const inBranch = (id: string): Written => ({ condition: `documents.${IN_BRANCH}`, bind: { id } });

/**
 * Runs `end`, which ends a membership (of everyone, if `userId` is null) or deletes a group. Records a takeout for each
 * member who loses access to documents they wrote. Call in the transaction of the change.
 */
export async function withGroupTakeouts(groupId: string, userId: string | null, end: Change<void>): Promise<void> {
  const found = await findWrittenThroughGroup({ groupId, person: userId ?? '' });
  const ids = JSON.stringify(found.map(({ documentId }) => documentId));
  await withTakeouts({ cause: 'unshared', condition: isListed('documents.id', 'ids'), bind: { ids } }, end);
}

/**
 * Runs `move`, which moves a branch to another parent. Records a takeout for each author who loses access to documents
 * they wrote in it. Call in the transaction of the move.
 */
export function withMoveTakeouts<T>(id: string, move: Change<T>): Promise<T> {
  return withTakeouts({ cause: 'moved', ...inBranch(id) }, move);
}

/**
 * Runs `change`, which adds, changes or removes a person's or a group's entry on a document. Records a takeout for each
 * author who loses access to documents they wrote. Call in the transaction of the change.
 */
export async function withShareTakeouts<T>(
  documentId: string,
  { userId, groupId }: { userId: string | null; groupId?: string | null },
  change: Change<T>,
): Promise<T> {
  // An invitation without an account gives nobody access.
  if (userId === null && !groupId) return change();
  const branch = inBranch(documentId);
  const ofPerson = {
    condition: `documents.created_by = $userId AND ${branch.condition}`,
    bind: { ...branch.bind, userId },
  };
  return withTakeouts({ cause: 'unshared', ...(userId === null ? branch : ofPerson) }, change);
}
