import { AppError } from '#app/errors.ts';
import { type GroupVerb, mayWithGroup } from '#app/policies/group-policy.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { type Administration, viaWeb } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';
import { findGroupRole } from '#db/queries/groups.ts';

/** Returns the origin of acts on one's own groups only, also for an administrator. */
export const asKeeper = (actor: Actor): Administration => viaWeb({ ...actor, role: 'USER' });

export type Group = { id: string; name: string; isBuiltIn: boolean };

/**
 * Returns a group if the actor may use a verb on it. Throws `notFound`, and `permissionDenied`, which
 * non-administrators also get for an unknown group.
 */
export async function requireGroup(by: Administration, groupId: string, verb: GroupVerb): Promise<Group> {
  const isBuiltIn = groupId === EVERYONE_ID;
  const [standing] = by.actor ? await findGroupRole({ groupId, me: by.actor.id }) : [];
  const isKeeper = Number(standing?.isKeeper ?? 0) > 0;
  const isMember = isBuiltIn || Number(standing?.isMember ?? 0) > 0;
  if (!mayWithGroup(verb, { actor: by.actor, isBuiltIn, isKeeper, isMember })) throw new AppError('permissionDenied');
  return getGroupNamed(groupId);
}

/** Returns a group by id. Throws `notFound`. */
export async function getGroupNamed(groupId: string): Promise<Group> {
  const group = await (await models()).Group.findByPk(groupId, { attributes: ['id', 'name'] });
  if (!group) throw new AppError('notFound');
  return { id: group.id, name: group.name, isBuiltIn: group.id === EVERYONE_ID };
}
