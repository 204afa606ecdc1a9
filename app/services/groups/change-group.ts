import { AppError } from '#app/errors.ts';
import { mayWithGroup } from '#app/policies/group-policy.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { groupKey } from '#app/services/groups/follow-claims.ts';
import { requireGroup } from '#app/services/groups/group-access.ts';
import { signalDeletion } from '#app/services/groups/signal-group.ts';
import { newId } from '#app/services/new-id.ts';
import { withGroupTakeouts } from '#app/services/takeouts/end-access.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

/**
 * Creates a group without members and returns its id. Throws `permissionDenied`, `validationFailed` for a duplicate
 * name.
 */
export async function createGroup(by: Administration, name: string): Promise<string> {
  if (!mayWithGroup('create', { actor: by.actor, isBuiltIn: false })) throw new AppError('permissionDenied');
  const [id, now] = [newId(), Date.now()];
  await inTransaction(async () => {
    await requireFreeName(name);
    await (await models()).Group.create({ id, name, createdAt: now, updatedAt: now });
    await recordAct(by, { action: 'group.create', subject: id, detail: { name } });
  });
  return id;
}

/** Renames a group. Throws `permissionDenied`, `notFound`, `validationFailed` for a duplicate name. */
export async function renameGroup(by: Administration, groupId: string, name: string): Promise<void> {
  await inTransaction(async () => {
    await requireGroup(by, groupId, 'rename');
    await requireFreeName(name, groupId);
    await (await models()).Group.update({ name, updatedAt: Date.now() }, { where: { id: groupId } });
    await recordAct(by, { action: 'group.rename', subject: groupId, detail: { name } });
  });
}

/** Deletes a group and ends its shares. Returns its name. Throws `permissionDenied`, `notFound`. */
export async function deleteGroup(by: Administration, groupId: string): Promise<string> {
  return inTransaction(async () => {
    const { name } = await requireGroup(by, groupId, 'delete');
    await signalDeletion(groupId);
    await withGroupTakeouts(groupId, null, async () => {
      await (await models()).Group.destroy({ where: { id: groupId } });
    });
    await recordAct(by, { action: 'group.delete', subject: groupId, detail: { name } });
    return name;
  });
}

/** Names are unique, so that groups can be distinguished when sharing. */
async function requireFreeName(name: string, ownId?: string): Promise<void> {
  await lock('group names');
  const groups = await (await models()).Group.findAll({ attributes: ['id', 'name'], raw: true });
  if (!groups.some((group) => group.id !== ownId && groupKey(group.name) === groupKey(name))) return;
  throw new AppError('validationFailed', { fields: { name: [{ key: 'group.nameTaken' }] } });
}
