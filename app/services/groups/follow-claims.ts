import { config } from '#app/config.server.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { endMembership } from '#app/services/groups/change-members.ts';
import { signalMember } from '#app/services/groups/signal-group.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import type { Group } from '#db/models/group.ts';
import { putMember } from '#db/queries/groups.ts';

/**
 * Makes a person a member of exactly those groups of `OIDC_GROUPS` that the issuer's claims name, and creates missing
 * groups. Other groups stay as they are.
 */
export async function followClaims(userId: string, claims: string[]): Promise<void> {
  const followed = config().oidc?.groups ?? new Map<string, string[]>();
  if (followed.size === 0) return;
  await inTransaction(async () => {
    await lock('group names');
    const groups = await (await models()).Group.findAll();
    for (const [name, values] of followed) {
      const known = groups.find((group) => groupKey(group.name) === groupKey(name));
      if (values.some((value) => claims.includes(value))) await join(known ?? (await create(name)), userId);
      else if (known) await leave(known, userId);
    }
  });
}

/** Two names with the same key are the same group. */
export const groupKey = (name: string): string => name.normalize('NFKC').toLowerCase();

async function create(name: string): Promise<Group> {
  const now = Date.now();
  const group = await (await models()).Group.create({ id: newId(), name, createdAt: now, updatedAt: now });
  await recordEvent(null, { action: 'group.create', subject: group.id, detail: { name, by: 'issuer' } });
  return group;
}

async function join({ id: groupId, name }: Group, userId: string): Promise<void> {
  if ((await putMember({ groupId, userId, now: Date.now() })) === 0) return;
  await signalMember(groupId, userId);
  const detail = { groupId, name, by: 'issuer' };
  await recordEvent(userId, { action: 'group.member-add', subject: userId, detail });
}

async function leave({ id: groupId, name }: Group, userId: string): Promise<void> {
  if ((await (await models()).GroupMember.count({ where: { groupId, userId } })) === 0) return;
  await endMembership(groupId, userId);
  const detail = { groupId, name, by: 'issuer' };
  await recordEvent(userId, { action: 'group.member-remove', subject: userId, detail });
}
