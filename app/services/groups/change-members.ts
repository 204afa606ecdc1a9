import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { mayLeaveGroup } from '#app/policies/group-policy.ts';
import type { AuditKind } from '#app/schemas/audit-kinds.ts';
import type { MemberInput } from '#app/schemas/groups.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { getGroupNamed, requireGroup } from '#app/services/groups/group-access.ts';
import { requireKnown } from '#app/services/groups/require-known.ts';
import { signalMember } from '#app/services/groups/signal-group.ts';
import { withGroupTakeouts } from '#app/services/takeouts/end-access.ts';
import { inTransaction, models } from '#db/connection.ts';
import { putKeeper, putMember } from '#db/queries/groups.ts';

/**
 * Adds a person to a group; idempotent. Groups cannot be members. Throws `permissionDenied`, `notFound`,
 * `userNotFound`, and `requestTooFrequent` for a keeper after fifty strangers within a day.
 */
export async function addMember(by: Administration, groupId: string, who: MemberInput): Promise<Changed> {
  await requireKnown(by, groupId, who);
  return change(by, groupId, { verb: 'changeMembers', action: 'group.member-add' }, async () => {
    const person = await getPerson(who);
    const added = await putMember({ groupId, userId: person.id, now: Date.now() });
    if (added > 0) await signalMember(groupId, person.id);
    return { ...person, isChanged: added > 0 };
  });
}

/** Removes a member and their access through the group. Throws like `addMember`. */
export function removeMember(by: Administration, groupId: string, who: MemberInput): Promise<Changed> {
  return change(by, groupId, { verb: 'changeMembers', action: 'group.member-remove' }, async () => {
    const person = await getAnyone(who);
    await endMembership(groupId, person.id);
    return { ...person, isChanged: true };
  });
}

/** Ends the actor's own membership and returns the group's name. Throws `permissionDenied`, `notFound`. */
export async function leaveGroup(actor: Actor, groupId: string): Promise<string> {
  return inTransaction(async () => {
    const { name, isBuiltIn } = await getGroupNamed(groupId);
    const where = { groupId, userId: actor.id };
    const isMember = (await (await models()).GroupMember.count({ where })) > 0;
    if (!mayLeaveGroup({ isBuiltIn, isMember })) throw new AppError('permissionDenied');
    await endMembership(groupId, actor.id);
    await recordAct(viaWeb(actor), { action: 'group.member-remove', subject: actor.id, detail: { groupId, name } });
    return name;
  });
}

/** Removes a member. Documents that they wrote and lose access to become a takeout. Throws `userNotFound`. */
export async function endMembership(groupId: string, userId: string): Promise<void> {
  await withGroupTakeouts(groupId, userId, async () => {
    if ((await (await models()).GroupMember.destroy({ where: { groupId, userId } })) === 0)
      throw new AppError('userNotFound');
  });
  await signalMember(groupId, userId);
}

/** Makes a person a keeper, who may change the group's members without being one. Throws like `addMember`. */
export function addKeeper(by: Administration, groupId: string, who: MemberInput): Promise<Changed> {
  return change(by, groupId, { verb: 'changeKeepers', action: 'group.keeper-add' }, async () => {
    const person = await getPerson(who);
    const added = await putKeeper({ groupId, userId: person.id, now: Date.now() });
    return { ...person, isChanged: added > 0 };
  });
}

/** Removes a keeper. Throws like `addMember`. */
export function removeKeeper(by: Administration, groupId: string, who: MemberInput): Promise<Changed> {
  return change(by, groupId, { verb: 'changeKeepers', action: 'group.keeper-remove' }, async () => {
    const person = await getAnyone(who);
    const where = { groupId, userId: person.id };
    if ((await (await models()).GroupKeeper.destroy({ where })) === 0) throw new AppError('userNotFound');
    return { ...person, isChanged: true };
  });
}

/** The person and the group of a change, for its message. */
export type Changed = { email: string; name: string };
type Person = { id: string; email: string };
type Kind = { verb: 'changeMembers' | 'changeKeepers'; action: AuditKind };

async function change(
  by: Administration,
  groupId: string,
  { verb, action }: Kind,
  apply: () => Promise<Person & { isChanged: boolean }>,
): Promise<Changed> {
  return inTransaction(async () => {
    const { name } = await requireGroup(by, groupId, verb);
    const { id, email, isChanged } = await apply();
    if (isChanged) await recordAct(by, { action, subject: id, detail: { groupId, name } });
    return { email, name };
  });
}

/** Finds a person who can sign in. */
async function getPerson(who: MemberInput): Promise<Person> {
  const user = await findUser(who);
  if (!user || !accountAllows('signIn', user)) throw new AppError('userNotFound');
  return { id: user.id, email: user.email };
}

async function getAnyone(who: MemberInput): Promise<Person> {
  const user = await findUser(who);
  if (!user) throw new AppError('userNotFound');
  return { id: user.id, email: user.email };
}

async function findUser({ userId, email }: MemberInput) {
  const { User } = await models();
  return userId === undefined ? User.findOne({ where: { email: email ?? '' } }) : User.findByPk(userId);
}
