import { expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { newId } from '#app/services/new-id.ts';
import { changeShare, leaveDocument, removeShare } from '#app/services/shares/change-share.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { isLeft, lossOf, takenBy } from '#tests/support/takeouts.ts';

async function groupOf(...members: Actor[]): Promise<string> {
  const groupId = await createGroup(OPERATOR, `Writers ${newId()}`);
  for (const { id } of members) await addMember(OPERATOR, groupId, { userId: id });
  return groupId;
}

describeOnBoth('takeouts of what was written through a group', () => {
  test('a deletion and emptying the archive bring them', async () => {
    const [ada, ben, cy] = [await buildUser(), await buildUser(), await buildUser()];
    const group = await groupOf(ben);
    const top = await buildDocument({ owner: ada });
    await shareWithGroup(ada, top.id, { groupId: group, permission: 'EDIT' });
    const open = await buildDocument({ owner: ada });
    await shareWithGroup(ada, open.id, { groupId: EVERYONE_ID, permission: 'EDIT' });
    await buildDocument({ owner: ben, parent: top, title: 'Plan' });
    const closed = await buildDocument({ owner: ben, parent: top, title: 'Closed' });
    await buildShare({ owner: ada, document: closed, to: ben, permission: 'NONE' });
    await buildDocument({ owner: cy, parent: open, title: 'Notes' });
    for (const { id } of [top, open]) await archiveDocument(ada, id);
    await deleteDocument(ada, top.id);
    await emptyArchive(ada);
    expect([...(await takenBy(ben))!.keys()]).toEqual(['1-Plan.md']);
    expect([...(await takenBy(cy))!.keys()]).toEqual(['1-Notes.md']);
    expect([await isLeft(top), await isLeft(open)]).toEqual([false, false]);
  });

  test('an ended share brings nothing while a group still reaches the text, and what a group no longer reaches', async () => {
    const [ada, ben] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner: ada });
    const groupId = await groupOf(ben);
    for (const id of [groupId, EVERYONE_ID]) await shareWithGroup(ada, top.id, { groupId: id, permission: 'EDIT' });
    await buildShare({ owner: ada, document: top, to: ben, permission: 'EDIT' });
    const plan = await buildDocument({ owner: ben, parent: top, title: 'Plan' });
    await buildShare({ owner: ada, document: plan, to: ben, permission: 'EDIT' });
    await shareWithGroup(ada, plan.id, { groupId, permission: 'NONE' });
    const counts = async () => [await lossOf(ben, top), await lossOf(ben, plan)];
    expect(await counts()).toEqual([0, 1]);
    await removeShare(ada, top.id, { userId: ben.id });
    expect(await counts()).toEqual([0, 1]);
    await changeShare(ada, plan.id, { groupId, permission: 'READ' });
    await leaveDocument(ben, plan.id);
    expect([await takenBy(ben), await outcomeOf(getDocument(ben, plan.id))]).toEqual([null, 'ok']);
    await buildShare({ owner: ada, document: plan, to: ben, permission: 'READ' });
    await changeShare(ada, plan.id, { groupId, permission: 'NONE' });
    await leaveDocument(ben, plan.id);
    expect([...(await takenBy(ben))!.keys()]).toEqual(['1-Plan.md']);
  });

  test('a document that is closed to somebody, or to a group, whom a share from above reached brings one', async () => {
    const [ada, ben, cy] = [await buildUser(), await buildUser(), await buildUser()];
    const top = await buildDocument({ owner: ada });
    await shareWithGroup(ada, top.id, { groupId: EVERYONE_ID, permission: 'EDIT' });
    const plan = await buildDocument({ owner: ben, parent: top, title: 'Plan' });
    await buildDocument({ owner: cy, parent: plan, title: 'Costs' });
    await buildShare({ owner: ada, document: plan, to: ben, permission: 'NONE' });
    expect([[...(await takenBy(ben))!.keys()], await takenBy(cy)]).toEqual([['1-Plan.md'], null]);
    await shareWithGroup(ada, plan.id, { groupId: await groupOf(cy), permission: 'NONE' });
    expect([...(await takenBy(cy))!.keys()]).toEqual(['1-Costs.md']);
  });

  test('a group whose share of a document ends, or is closed, gets what its members lose', async () => {
    const [ada, ben, cy] = [await buildUser(), await buildUser(), await buildUser()];
    const top = await buildDocument({ owner: ada });
    const groupId = await groupOf(ben);
    await shareWithGroup(ada, top.id, { groupId, permission: 'EDIT' });
    await shareWithGroup(ada, top.id, { groupId: EVERYONE_ID, permission: 'EDIT' });
    await buildDocument({ owner: ben, parent: top, title: 'Plan' });
    await buildDocument({ owner: cy, parent: top, title: 'Costs' });
    await changeShare(ada, top.id, { groupId: EVERYONE_ID, permission: 'NONE' });
    expect([await takenBy(ben), [...(await takenBy(cy))!.keys()]]).toEqual([null, ['1-Costs.md']]);
    await removeShare(ada, top.id, { groupId });
    expect([...(await takenBy(ben))!.keys()]).toEqual(['1-Plan.md']);
  });

  test('a move out of the shared branch brings one', async () => {
    const [ada, ben] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner: ada });
    await shareWithGroup(ada, top.id, { groupId: await groupOf(ben), permission: 'EDIT' });
    const plan = await buildDocument({ owner: ben, parent: top, title: 'Plan' });
    await moveDocument(ada, { id: plan.id, targetId: null, dropPosition: 0 });
    expect([...(await takenBy(ben))!.keys()]).toEqual(['1-Plan.md']);
  });
});
