import { AppError } from '#app/errors.ts';
import { mayWithGroup } from '#app/policies/group-policy.ts';
import type { MemberInput } from '#app/schemas/groups.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { requireGroup } from '#app/services/groups/group-access.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { getPerson } from '#app/services/people/get-person.ts';
import { models } from '#db/connection.ts';

/**
 * Keeps a keeper from learning which accounts and addresses exist. An id must be of a person the keeper can see; an
 * address of anybody else is counted, also if it has no account. Call outside of a transaction, so that failures stay
 * counted. Throws `userNotFound`, `requestTooFrequent`, and the errors of `requireGroup`.
 */
export async function requireKnown(by: Administration, groupId: string, who: MemberInput): Promise<void> {
  const { actor } = by;
  if (actor === null || mayWithGroup('create', { actor, isBuiltIn: false })) return;
  await requireGroup(by, groupId, 'changeMembers');
  const id = who.userId ?? (await (await models()).User.findOne({ where: { email: who.email ?? '' } }))?.id;
  if (id !== undefined && (await canSee(actor, groupId, id))) return;
  if (who.userId !== undefined) throw new AppError('userNotFound');
  await consumeLimit('newPeople', actor.id);
}

/** A keeper sees the members of the group, and the people with whom they share a document or another group. */
async function canSee(actor: Actor, groupId: string, userId: string): Promise<boolean> {
  if ((await (await models()).GroupMember.count({ where: { groupId, userId } })) > 0) return true;
  try {
    await getPerson(actor, userId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === 'notFound') return false;
    throw error;
  }
}
