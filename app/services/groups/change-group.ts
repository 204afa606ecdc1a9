import { AppError } from '#app/errors.ts';
import { mayWithGroup } from '#app/policies/group-policy.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { requireGroup } from '#app/services/groups/group-access.ts';
import { signalDeletion } from '#app/services/groups/signal-group.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Makes a group without members; returns its id. Throws `permissionDenied`. */
export async function createGroup(by: Administration, name: string): Promise<string> {
  if (!mayWithGroup('create', { actor: by.actor, isBuiltIn: false })) throw new AppError('permissionDenied');
  const [id, now] = [newId(), Date.now()];
  await inTransaction(async () => {
    await (await models()).Group.create({ id, name, createdAt: now, updatedAt: now });
    await recordAct(by, { action: 'group.create', subject: id, detail: { name } });
  });
  return id;
}

/** Throws `permissionDenied`, `notFound`. */
export async function renameGroup(by: Administration, groupId: string, name: string): Promise<void> {
  await inTransaction(async () => {
    await requireGroup(by, groupId, 'rename');
    await (await models()).Group.update({ name, updatedAt: Date.now() }, { where: { id: groupId } });
    await recordAct(by, { action: 'group.rename', subject: groupId, detail: { name } });
  });
}

/** Deletes a group; what was shared with it is no longer. Returns its name. Throws `permissionDenied`, `notFound`. */
export async function deleteGroup(by: Administration, groupId: string): Promise<string> {
  return inTransaction(async () => {
    const { name } = await requireGroup(by, groupId, 'delete');
    await signalDeletion(groupId);
    await (await models()).Group.destroy({ where: { id: groupId } });
    await recordAct(by, { action: 'group.delete', subject: groupId, detail: { name } });
    return name;
  });
}
