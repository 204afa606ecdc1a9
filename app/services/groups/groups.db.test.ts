import { expect, test } from 'vitest';
import { AppError } from '#app/errors.ts';
import { documentQuery } from '#app/schemas/documents.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { listLatelyShared, listShared } from '#app/services/documents/home-lists.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { createGroup, deleteGroup, renameGroup } from '#app/services/groups/change-group.ts';
import { addKeeper, addMember, removeMember } from '#app/services/groups/change-members.ts';
import { getGroup, listGroups, listKeptGroups } from '#app/services/groups/list-groups.ts';
import { checkPermissions } from '#app/services/maintenance/check/check-permissions.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { changeShare, removeShare } from '#app/services/shares/change-share.ts';
import { listPeopleWithAccess } from '#app/services/shares/list-people-with-access.ts';
import { listInheritedShares, listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { inTransaction, models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { plant } from '#tests/support/planted.ts';
import { setStatus } from '#tests/support/set-status.ts';

const OPERATOR = { via: 'cli', actor: null } as const;
const as = (actor: Actor) => ({ via: 'web', actor }) as const;

async function buildGroup(name: string, ...members: Actor[]): Promise<string> {
  const id = await createGroup(OPERATOR, name);
  for (const { id: userId } of members) await addMember(OPERATOR, id, { userId });
  return id;
}

const permissionOf = async (actor: Actor, id: string) => {
  try {
    return (await getAccess(actor, id)).permission;
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'documentNotFound') throw error;
    return null;
  }
};

/** Returns the shared documents that match a word, as `id permission`. List and search must agree. */
async function seenBy(actor: Actor, word: string): Promise<string[]> {
  const lists = await Promise.all([
    listDocuments(actor, documentQuery.parse({ scope: 'shared', limit: 100 })),
    searchDocuments(actor, { keyword: word, page: 1, limit: 100 }),
  ]);
  const [listed, found] = lists.map(({ items, total }) => {
    expect(total).toBe(items.length);
    return items.map(({ id, permission }) => `${id} ${permission}`).sort();
  });
  expect(found).toEqual(listed);
  return listed!;
}

describeOnBoth('groups', () => {
  test('share with their members: on one document the personal entry decides, else the highest', async () => {
    const [owner, mia, sven] = [await buildUser(), await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Groupword top' });
    const below = await buildDocument({ owner, parent: top, title: 'Groupword below' });
    const [readers, editors] = [await buildGroup('Highest readers', mia), await buildGroup('Highest editors', mia)];
    const seen = async () => [await permissionOf(mia, top.id), await permissionOf(mia, below.id)];
    await shareWithGroup(owner, top.id, { groupId: readers, permission: 'READ' });
    expect(await seen()).toEqual(['READ', 'READ']);
    await shareWithGroup(owner, top.id, { groupId: editors, permission: 'EDIT' });
    expect(await seen()).toEqual(['EDIT', 'EDIT']);
    await shareWithGroup(owner, below.id, { groupId: editors, permission: 'NONE' });
    expect(await seen()).toEqual(['EDIT', null]);
    expect((await getEntry(mia, await getAccess(mia, top.id))).isLeaf).toBe(true);
    await shareWithGroup(owner, below.id, { groupId: readers, permission: 'READ' });
    expect(await seen()).toEqual(['EDIT', 'READ']);
    expect((await listChildren(mia, top.id)).map(({ id, permission }) => [id, permission])).toEqual([
      [below.id, 'READ'],
    ]);
    const { id: shareId } = await buildShare({ owner, document: below, to: mia, permission: 'NONE' });
    expect(await seen()).toEqual(['EDIT', null]);
    await changeShare(owner, below.id, { shareId, permission: 'EDIT' });
    expect(await seen()).toEqual(['EDIT', 'EDIT']);
    // The nearer document's entry applies, however low its permission is.
    await removeShare(owner, below.id, { shareId });
    expect(await seenBy(mia, 'Groupword')).toEqual([`${below.id} READ`, `${top.id} EDIT`].sort());
    expect((await listShared(mia, { page: 1, limit: 10 })).items.map(({ id }) => id)).toEqual([top.id]);
    expect((await listLatelyShared(mia, { page: 1, limit: 10 })).items.map(({ id }) => id)).toEqual([top.id]);
    expect([await permissionOf(sven, top.id), await seenBy(sven, 'Groupword')]).toEqual([null, []]);
  });

  test('change nothing for the owner of a document who is in one', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Ownerword' });
    const below = await buildDocument({ owner, parent: top, title: 'Ownerword' });
    const group = await buildGroup('Owners', owner);
    await shareWithGroup(owner, top.id, { groupId: group, permission: 'READ' });
    await shareWithGroup(owner, below.id, { groupId: group, permission: 'NONE' });
    expect(await getAccess(owner, below.id)).toMatchObject({ permission: 'EDIT', isOwner: true, parentId: top.id });
    expect((await listChildren(owner, top.id)).map(({ permission }) => permission)).toEqual(['EDIT']);
    expect((await getEntry(owner, await getAccess(owner, top.id))).isLeaf).toBe(false);
    expect(await seenBy(owner, 'nothing-like-this')).toEqual([]);
    expect((await searchDocuments(owner, { keyword: 'Ownerword', page: 1, limit: 10 })).total).toBe(2);
    expect((await listShared(owner, { page: 1, limit: 10 })).total).toBe(0);
  });

  test('500 members edit a branch of 2,000 documents; one has NONE below, one leaves', async () => {
    const owner = await buildUser();
    const [ines, nils, lena] = [await buildUser(), await buildUser(), await buildUser()];
    const group = await buildGroup('Company', ines, nils, lena);
    await fill(group, 497);
    const top = await buildDocument({ owner, title: 'Companyword' });
    const ids = [top.id];
    for (let n = 1; n < 60; n++) {
      const parent = ids[Math.floor(n / 3)]!;
      ids.push((await buildDocument({ owner, parent, title: 'Companyword' })).id);
    }
    await shareWithGroup(owner, top.id, { groupId: group, permission: 'EDIT' });
    await buildShare({ owner, document: { id: ids[1]! }, to: nils, permission: 'NONE' });
    expect(await seenBy(ines, 'Companyword')).toHaveLength(60);
    expect((await listNotifications(ines, { unread: true, page: 1, limit: 10 })).items).toMatchObject([
      { kind: 'share', docId: top.id },
    ]);
    const ofNils = await seenBy(nils, 'Companyword');
    expect(ofNils.length).toBeGreaterThan(1);
    expect(ofNils.length).toBeLessThan(60);
    const planted = await plant(owner, 1940, (_, n) => ({ parentId: ids[n % 60]!, position: 1024 * (100 + n) }));
    const shared = documentQuery.parse({ scope: 'shared' });
    expect((await listDocuments(ines, shared)).total).toBe(2000);
    expect([await permissionOf(nils, ids[3]!), await permissionOf(nils, planted[1]!)]).toEqual([null, null]);
    expect(await permissionOf(lena, planted.at(-1)!)).toBe('EDIT');
    expect(await permissionOf(lena, ids[59]!)).toBe('EDIT');
    await removeMember(OPERATOR, group, { email: lena.email });
    expect([await permissionOf(lena, ids[59]!), await seenBy(lena, 'Companyword')]).toEqual([null, []]);
    expect((await listDocuments(lena, shared)).total).toBe(0);
    expect((await listGroups(as(ines))).find(({ id }) => id === group)!.memberCount).toBe(499);
    await deleteGroup(OPERATOR, group);
    expect(await permissionOf(ines, top.id)).toBeNull();
    // A personal entry remains.
    expect(await listShares(owner, ids[1]!)).toMatchObject([{ userId: nils.id, permission: 'NONE' }]);
    expect(await permissionOf(nils, ids[1]!)).toBeNull();
  });

  test('the built-in one holds everybody and cannot be changed', async () => {
    const [owner, mia] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner });
    await shareWithGroup(owner, document.id, { groupId: EVERYONE_ID, permission: 'READ' });
    expect(await permissionOf(mia, document.id)).toBe('READ');
    expect((await listGroups(as(mia)))[0]).toMatchObject({ id: EVERYONE_ID, name: 'everyone', isBuiltIn: true });
    expect((await getGroup(as(mia), EVERYONE_ID)).members).toEqual([]);
    for (const refused of [
      () => renameGroup(OPERATOR, EVERYONE_ID, 'All'),
      () => deleteGroup(OPERATOR, EVERYONE_ID),
      () => addMember(OPERATOR, EVERYONE_ID, { userId: mia.id }),
      () => addKeeper(OPERATOR, EVERYONE_ID, { userId: mia.id }),
    ])
      expect(await outcomeOf(refused())).toBe('permissionDenied');
    const entry = { groupId: EVERYONE_ID, permission: 'READ' };
    expect(await outcomeOf(shareWithGroup(owner, document.id, entry))).toBe('documentAlreadyShared');
  });

  test('take people alone, and are changed by administrators and keepers', async () => {
    const [keeper, mia, sven] = [await buildUser(), await buildUser(), await buildUser()];
    const [group, other] = [await buildGroup('Team', mia), await buildGroup('Other')];
    await addKeeper(OPERATOR, group, { email: keeper.email });
    for (const who of [{ userId: group }, { userId: other }, { email: newEmail() }])
      expect(await outcomeOf(addMember(OPERATOR, group, who))).toBe('userNotFound');
    await addMember(as(keeper), group, { email: sven.email });
    await addMember(as(keeper), group, { userId: sven.id });
    const { members, keepers } = await getGroup(as(mia), group);
    expect(members.map(({ userId }) => userId).sort()).toEqual([mia.id, sven.id].sort());
    expect(keepers.map(({ userId }) => userId)).toEqual([keeper.id]);
    expect((await listKeptGroups(as(keeper), { group: null, page: 1, limit: 20 })).items).toMatchObject([
      { id: group, name: 'Team', memberCount: 2 },
    ]);
    for (const refused of [
      () => addMember(as(mia), group, { userId: sven.id }),
      () => removeMember(as(mia), group, { userId: sven.id }),
      () => addKeeper(as(keeper), group, { userId: mia.id }),
      () => renameGroup(as(keeper), group, 'Mine'),
      () => deleteGroup(as(keeper), group),
      () => createGroup(as(keeper), 'Mine'),
      () => getGroup(as(sven), other),
      () => getGroup(as(sven), 'cnosuchgroup0000000000000'),
    ])
      expect(await outcomeOf(refused())).toBe('permissionDenied');
    expect(await outcomeOf(getGroup(OPERATOR, 'cnosuchgroup0000000000000'))).toBe('notFound');
  });

  test('list and count a suspended member on every page, and none who is deleted', async () => {
    const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => buildUser({ email: newEmail(name) })));
    const group = await buildGroup('Paged', ...people);
    await setStatus(people[0]!, 'SUSPENDED');
    await setStatus(people[1]!, 'DELETED');
    const pageOf = (page: number) => listKeptGroups(OPERATOR, { group, page, limit: 2 });
    const [first, last] = [await pageOf(1), await pageOf(2)];
    expect([first.total, last.total, (await getGroup(OPERATOR, group)).memberCount]).toEqual([3, 3, 3]);
    const shown = [first, last].flatMap(({ items }) => items[0]!.members.map(({ userId }) => userId));
    expect(shown).toEqual([people[0]!.id, people[2]!.id, people[3]!.id]);
  });

  test('go with the account of a member, and the check empties the built-in one', async () => {
    const [owner, mia] = [await buildUser(), await buildUser()];
    const group = await buildGroup('Leaving team', mia);
    const document = await buildDocument({ owner });
    await shareWithGroup(owner, document.id, { groupId: group, permission: 'READ' });
    await inTransaction(async () => {
      const { GroupMember } = await models();
      await GroupMember.create({ groupId: EVERYONE_ID, userId: mia.id, createdAt: 0 });
    });
    const found = [];
    for await (const { problem, repaired } of checkPermissions(true)) found.push([problem, repaired]);
    expect(found).toEqual([['everyoneListed', true]]);
    for await (const finding of checkPermissions(false)) expect(finding).toBeNull();
    await inTransaction(async () => (await models()).User.destroy({ where: { id: mia.id } }));
    expect((await getGroup(OPERATOR, group)).memberCount).toBe(0);
  });

  test('are named to the owner with the people they bring, and from where', async () => {
    const [owner, mia, nils] = [await buildUser(), await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Team' });
    const below = await buildDocument({ owner, parent: top });
    const [editors, closed] = [await buildGroup('Editors', owner, mia, nils), await buildGroup('Closed', mia)];
    await shareWithGroup(owner, top.id, { groupId: editors, permission: 'EDIT' });
    await shareWithGroup(owner, below.id, { groupId: closed, permission: 'READ' });
    await buildShare({ owner, document: top, to: nils, permission: 'READ' });
    const reached = await listPeopleWithAccess(owner, await getAccess(owner, top.id));
    expect(reached).toMatchObject([{ userId: mia.id, permission: 'EDIT', groupName: 'Editors', from: null }]);
    expect(await listInheritedShares(owner, below.id)).toMatchObject([
      { groupId: editors, groupName: 'Editors', userId: null, email: null, fromTitle: 'Team' },
      { userId: nils.id, fromTitle: 'Team' },
    ]);
    // The owner is not in the nearer group, so its members are not shown to them.
    expect(await listPeopleWithAccess(owner, await getAccess(owner, below.id))).toEqual([]);
  });
});

/** Adds verified accounts to a group directly in the database. */
async function fill(groupId: string, count: number): Promise<void> {
  const now = Date.now();
  const ids = Array.from({ length: count }, (_, n) => `cmember${groupId.slice(-8)}${String(n).padStart(9, '0')}`);
  await inTransaction(async () => {
    const { GroupMember, User } = await models();
    const account = { passwordHash: null, status: 'ACTIVE' as const, role: 'USER' as const, verifiedAt: now };
    const users = ids.map((id) => ({ ...account, id, email: `${id}@example.com`, createdAt: now, updatedAt: now }));
    await User.bulkCreate(users as never[]);
    await GroupMember.bulkCreate(ids.map((userId) => ({ groupId, userId, createdAt: now })));
  });
}
