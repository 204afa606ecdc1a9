import { expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { createGroup, deleteGroup, renameGroup } from '#app/services/groups/change-group.ts';
import { addMember, leaveGroup, removeMember } from '#app/services/groups/change-members.ts';
import { newId } from '#app/services/new-id.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { execute, models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { plantSiblings } from '#tests/support/planted.ts';

async function buildGroup(name: string, ...members: Actor[]): Promise<string> {
  const id = await createGroup(OPERATOR, name);
  for (const { id: userId } of members) await addMember(OPERATOR, id, { userId });
  return id;
}

const permissionOf = (actor: Actor, id: string) =>
  getAccess(actor, id).then(
    ({ permission }) => permission,
    () => null,
  );

describeOnBoth('groups', (dialect) => {
  test('are left by somebody who wrote more documents than a statement has parameters', async () => {
    const [owner, mia] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Wide' });
    const group = await buildGroup('Prolific', mia);
    await shareWithGroup(owner, top.id, { groupId: group, permission: 'EDIT' });
    await buildShare({ owner, document: top, to: mia });
    // SQLite takes 32,766; twice that in PostgreSQL would only take longer.
    await plantSiblings(owner, top.id, dialect === 'sqlite' ? 33_000 : 1001);
    await execute('UPDATE documents SET created_by = $mia WHERE parent_id = $top', { mia: mia.id, top: top.id });
    await leaveGroup(mia, group);
    expect(await permissionOf(mia, top.id)).toBe('READ');
    expect(await (await models()).Takeout.count({ where: { userId: mia.id } })).toBe(0);
  });

  test('have names of their own, whatever their case', async () => {
    const name = `Crew ${newId()}`;
    const id = await createGroup(OPERATOR, name);
    const taken = { error: 'validationFailed', fields: { name: [{ key: 'group.nameTaken' }] } };
    await expect(createGroup(OPERATOR, name.toUpperCase())).rejects.toMatchObject(taken);
    const other = await createGroup(OPERATOR, `${name} two`);
    await expect(renameGroup(OPERATOR, other, name)).rejects.toMatchObject(taken);
    await renameGroup(OPERATOR, id, name.toUpperCase());
  });

  test('are left by members alone; who loses what they wrote by leaving, removal or the end gets it', async () => {
    const [owner, ...members] = await Promise.all(Array.from({ length: 5 }, () => buildUser()));
    const [mia, nils, lena, kept] = members as [Actor, Actor, Actor, Actor];
    const top = await buildDocument({ owner: owner!, title: 'Shared top' });
    const group = await buildGroup('Writers', ...members);
    await shareWithGroup(owner!, top.id, { groupId: group, permission: 'EDIT' });
    await buildShare({ owner: owner!, document: top, to: kept, permission: 'EDIT' });
    for (const member of members) await buildDocument({ owner: member, parent: top, title: 'Mine' });
    const takeouts = async (actor: Actor) => (await models()).Takeout.count({ where: { userId: actor.id } });
    await expect(leaveGroup(owner!, group)).rejects.toMatchObject({ error: 'permissionDenied' });
    await expect(leaveGroup(mia, EVERYONE_ID)).rejects.toMatchObject({ error: 'permissionDenied' });
    await leaveGroup(mia, group);
    expect([await takeouts(mia), await permissionOf(mia, top.id)]).toEqual([1, null]);
    await expect(leaveGroup(mia, group)).rejects.toMatchObject({ error: 'permissionDenied' });
    await removeMember(OPERATOR, group, { userId: nils.id });
    expect([await takeouts(nils), await takeouts(lena)]).toEqual([1, 0]);
    await deleteGroup(OPERATOR, group);
    // Kept has an own entry and loses nothing.
    expect([await takeouts(lena), await takeouts(kept), await permissionOf(kept, top.id)]).toEqual([1, 0, 'EDIT']);
  });
});
