import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import { handOverDocument, measureHandover } from '#app/services/accounts/hand-over-document.ts';
import type { Actor } from '#app/services/actor.ts';
import { setStorageLimit } from '#app/services/administration/set-storage-limit.ts';
import { suspendAccounts } from '#app/services/administration/suspend-account.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { UPLOAD_KEPT_MS } from '#app/services/files/storage-use.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { createPublicLink } from '#app/services/public-links/public-link.ts';
import { blockPerson } from '#app/services/shares/block-person.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { execute, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';

async function branch() {
  const [owner, heir, reader] = [await buildUser(), await buildUser(), await buildUser()];
  const top = await buildDocument({ owner, title: 'Top' });
  const given = await buildDocument({ owner, parent: top, title: 'Given' });
  const below = await buildDocument({ owner, parent: given, title: 'Below' });
  await buildShare({ owner, document: top, to: reader });
  await buildShare({ owner, document: given, to: heir, permission: 'EDIT' });
  return { owner, heir, reader, top, given, below };
}
const accessOf = async (actor: Actor, id: string) => {
  const { permission, isOwner, parentId } = await getAccess(actor, id);
  return { permission, isOwner, parentId };
};
const ROOT = { permission: 'EDIT', isOwner: true, parentId: null };

describeOnBoth('a document that is handed over', () => {
  test('takes its branch to the root of an editor; shares from above stay, and its former owner can edit', async () => {
    const { owner, heir, reader, top, given, below } = await branch();
    await createPublicLink(owner, below.id, { withChildren: false });
    await archiveDocument(owner, below.id);
    const access = await getAccess(owner, given.id);
    expect(await measureHandover(access)).toEqual({ documents: 2, files: 0, shares: 1, links: 1 });
    expect(await handOverDocument(owner, given.id, heir.id)).toMatchObject({ documents: 2 });
    expect(await accessOf(heir, given.id)).toEqual(ROOT);
    expect(await accessOf(heir, below.id)).toEqual({ ...ROOT, parentId: given.id });
    expect(await accessOf(owner, given.id)).toEqual({ permission: 'EDIT', isOwner: false, parentId: null });
    expect(await accessOf(reader, given.id)).toMatchObject({ permission: 'READ' });
    expect(await accessOf(owner, top.id)).toEqual(ROOT);
    expect((await listShares(heir, given.id)).map(({ userId, permission }) => [userId, permission])).toEqual([
      [reader.id, 'READ'],
      [owner.id, 'EDIT'],
    ]);
    expect(await select('SELECT document_id FROM public_links WHERE document_id = $id', { id: below.id })).toHaveLength(
      1,
    );
    expect(await outcomeOf(listShares(owner, given.id))).toBe('documentAccessDenied');
  });

  test('is told to the next owner, by mail and in the inbox, and recorded', async () => {
    const { owner, heir, given } = await branch();
    await handOverDocument(owner, given.id, heir.id);
    const { items } = await listNotifications(heir, { unread: true, page: 1, limit: 5 });
    expect(items).toMatchObject([{ kind: 'share', docId: given.id, isOwner: true, actor: { email: owner.email } }]);
    const acts = await select('SELECT actor, detail FROM audit WHERE action = $action AND subject = $id', {
      action: 'document.hand-over',
      id: given.id,
    });
    expect(acts).toEqual([{ actor: owner.id, detail: JSON.stringify({ to: heir.id, documents: 2 }) }]);
    await handOverDocument(heir, given.id, owner.id);
    expect(await accessOf(owner, given.id)).toEqual(ROOT);
    expect(await accessOf(heir, given.id)).toMatchObject({ permission: 'EDIT', isOwner: false });
  });

  test('goes only to somebody who can edit it and sign in, by its owner, while it is not archived', async () => {
    const { owner, heir, reader, given } = await branch();
    for (const id of [reader.id, owner.id, (await buildUser()).id, 'cnobody00000000000000000'])
      expect(await outcomeOf(handOverDocument(owner, given.id, id))).toBe('validationFailed');
    expect(await outcomeOf(handOverDocument(heir, given.id, reader.id))).toBe('documentAccessDenied');
    expect(await outcomeOf(handOverDocument(await buildUser(), given.id, heir.id))).toBe('documentNotFound');
    await changeShare(owner, given.id, { userId: heir.id, permission: 'READ' });
    expect(await outcomeOf(handOverDocument(owner, given.id, heir.id))).toBe('validationFailed');
    await changeShare(owner, given.id, { userId: heir.id, permission: 'EDIT' });
    await suspendAccounts(OPERATOR, [heir.id]);
    expect(await outcomeOf(handOverDocument(owner, given.id, heir.id))).toBe('validationFailed');
    const blocker = await buildUser();
    await buildShare({ owner, document: given, to: blocker, permission: 'EDIT' });
    await blockPerson(blocker, owner.email);
    expect(await outcomeOf(handOverDocument(owner, given.id, blocker.id))).toBe('validationFailed');
    const member = await buildUser();
    const groupId = await createGroup(OPERATOR, `Editors ${given.id}`);
    await addMember(OPERATOR, groupId, { userId: member.id });
    await shareWithGroup(owner, given.id, { groupId, permission: 'EDIT' });
    await archiveDocument(owner, given.id);
    expect(await outcomeOf(handOverDocument(owner, given.id, member.id))).toBe('documentAccessDenied');
  });

  test('goes to an editor through a group, and never beyond the storage limit of the next owner', async () => {
    const { owner, given } = await branch();
    const member = await buildUser();
    const groupId = await createGroup(OPERATOR, `Writers ${given.id}`);
    await addMember(OPERATOR, groupId, { userId: member.id });
    await shareWithGroup(owner, given.id, { groupId, permission: 'EDIT' });
    await setStorageLimit(OPERATOR, [member.id], 1);
    const id = `cfile${given.id.slice(5)}`;
    await execute(
      `INSERT INTO files (id, file_key, owner_id, document_id, name, ext, type, size, created_at, expires_at)
       VALUES ($id, $id, $owner, $doc, 'a.bin', 'bin', 'application/octet-stream', 2000000, 0, $expires)`,
      { id, owner: owner.id, doc: given.id, expires: Date.now() + UPLOAD_KEPT_MS },
    );
    expect(await outcomeOf(handOverDocument(owner, given.id, member.id))).toBe('sizeLimitExceeded');
    expect(await accessOf(owner, given.id)).toMatchObject({ isOwner: true });
    await setStorageLimit(OPERATOR, [member.id], null);
    await handOverDocument(owner, given.id, member.id);
    expect(await accessOf(member, given.id)).toEqual(ROOT);
  });

  test('has one owner in the end, however many get it at once; two who give to each other both succeed', async () => {
    const { owner, heir, given } = await branch();
    const others = [heir, await buildUser(), await buildUser()];
    for (const to of others.slice(1)) await buildShare({ owner, document: given, to, permission: 'EDIT' });
    const outcomes = await tally(others.map(({ id }) => handOverDocument(owner, given.id, id)));
    expect(outcomes).toEqual({ ok: 1, documentAccessDenied: 2 });
    const owners = await Promise.all([owner, ...others].map((each) => accessOf(each, given.id)));
    expect(owners.filter(({ isOwner }) => isOwner)).toHaveLength(1);
    const [ada, ben] = [await buildUser(), await buildUser()];
    const [hers, his] = [await buildDocument({ owner: ada }), await buildDocument({ owner: ben })];
    await buildShare({ owner: ada, document: hers, to: ben, permission: 'EDIT' });
    await buildShare({ owner: ben, document: his, to: ada, permission: 'EDIT' });
    await Promise.all([handOverDocument(ada, hers.id, ben.id), handOverDocument(ben, his.id, ada.id)]);
    expect([(await getDocument(ben, hers.id)).id, (await accessOf(ben, hers.id)).isOwner]).toEqual([hers.id, true]);
    expect((await accessOf(ada, his.id)).isOwner).toBe(true);
  });
});
