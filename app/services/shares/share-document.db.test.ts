import { expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { changeShare, leaveDocument, removeShare } from '#app/services/shares/change-share.ts';
import { listInheritedShares, listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';

describeOnBoth('sharing', () => {
  test('E2: is for the owner: an editor, a reader and a stranger change and see no entry', async () => {
    const { olga, edith, rhea, nora, sven, document } = await buildCast();
    const before = await listShares(olga, document.id);
    const ofRhea = before.find(({ userId }) => userId === rhea.id)!;
    const expected = [
      [edith, 'documentAccessDenied'],
      [rhea, 'documentAccessDenied'],
      [nora, 'documentNotFound'],
      [sven, 'documentNotFound'],
    ] as const;
    for (const [actor, outcome] of expected) {
      const input = { email: newEmail(), permission: 'EDIT' };
      expect(await outcomeOf(listShares(actor, document.id))).toBe(outcome);
      expect(await outcomeOf(listInheritedShares(actor, document.id))).toBe(outcome);
      expect(await outcomeOf(shareDocument(actor, document.id, input))).toBe(outcome);
      const raise = { userId: actor.id, permission: 'EDIT' };
      expect(await outcomeOf(changeShare(actor, document.id, raise))).toBe(outcome);
      if (actor !== rhea)
        expect(await outcomeOf(removeShare(actor, document.id, { shareId: ofRhea.id }))).toBe(outcome);
      expect(await outcomeOf(removeShare(actor, document.id, { userId: olga.id }))).toBe(outcome);
    }
    expect(await listShares(olga, document.id)).toEqual(before);
  });

  test('4101: nobody shares with themselves', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    const outcome = await outcomeOf(shareDocument(owner, id, { email: owner.email, permission: 'READ' }));
    expect(outcome).toBe('shareWithYourself');
  });

  test('4102: an address gets one entry, even when asked for many times at once', async () => {
    const owner = await buildUser();
    for (let round = 0; round < 5; round++) {
      const { id } = await buildDocument({ owner });
      const email = newEmail();
      const many = Array.from({ length: 8 }, () => shareDocument(owner, id, { email, permission: 'READ' }));
      expect(await tally(many)).toEqual({ ok: 1, documentAlreadyShared: 7 });
      expect(await listShares(owner, id)).toHaveLength(1);
    }
  });

  test('4103: an entry of another document is not found here', async () => {
    const owner = await buildUser();
    const [here, there] = [await buildDocument({ owner }), await buildDocument({ owner })];
    const { id: shareId } = await buildShare({ owner, document: there, to: newEmail() });
    expect(await outcomeOf(changeShare(owner, here.id, { shareId, permission: 'EDIT' }))).toBe('shareNotFound');
    expect(await outcomeOf(removeShare(owner, here.id, { shareId }))).toBe('shareNotFound');
    expect(await listShares(owner, there.id)).toHaveLength(1);
  });

  test('4103: an entry is meant only if everything that names it agrees', async () => {
    const { olga, rhea, edith, document } = await buildCast();
    const shares = await listShares(olga, document.id);
    const idOf = (person: { id: string }) => shares.find(({ userId }) => userId === person.id)!.id;
    const [mixed, right] = [
      { shareId: idOf(rhea), userId: edith.id },
      { shareId: idOf(rhea), userId: rhea.id },
    ];
    for (const which of [mixed, { ...right, groupId: EVERYONE_ID }, {}]) {
      expect(await outcomeOf(changeShare(olga, document.id, { ...which, permission: 'NONE' }))).toBe('shareNotFound');
      expect(await outcomeOf(removeShare(olga, document.id, which))).toBe('shareNotFound');
    }
    expect(await listShares(olga, document.id)).toEqual(shares);
    expect(await outcomeOf(removeShare(rhea, document.id, mixed))).toBe('documentAccessDenied');
    expect(await outcomeOf(removeShare(rhea, document.id, right))).toBe('ok');
  });

  test('4104: knows EDIT, READ and NONE, and no other word', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner });
    for (const permission of ['OWNER', 'read', '']) {
      const attempt = shareDocument(owner, document.id, { email: newEmail(), permission });
      expect(await outcomeOf(attempt)).toBe('invalidSharePermission');
    }
    const { id: shareId } = await buildShare({ owner, document, to: newEmail() });
    expect(await outcomeOf(changeShare(owner, document.id, { shareId, permission: 'ADMIN' }))).toBe(
      'invalidSharePermission',
    );
  });

  test('a changed entry counts at once, upwards and downwards', async () => {
    const { olga, rhea, document } = await buildCast();
    const permissionOf = async () => (await getDocument(rhea, document.id)).permission;
    await changeShare(olga, document.id, { userId: rhea.id, permission: 'EDIT' });
    expect(await permissionOf()).toBe('EDIT');
    await changeShare(olga, document.id, { userId: rhea.id, permission: 'NONE' });
    expect(await outcomeOf(permissionOf())).toBe('documentNotFound');
  });

  test('someone it is shared with gives up their own entry, and nobody else’s', async () => {
    const { edith, rhea, document, olga } = await buildCast();
    expect(await outcomeOf(removeShare(edith, document.id, { userId: rhea.id }))).toBe('documentAccessDenied');
    expect(await removeShare(edith, document.id, { userId: edith.id })).toEqual([]);
    await leaveDocument(rhea, document.id);
    for (const gone of [edith, rhea]) expect(await outcomeOf(getDocument(gone, document.id))).toBe('documentNotFound');
    expect((await listShares(olga, document.id)).map(({ permission }) => permission)).toEqual(['NONE']);
  });

  test('what a branch inherits cannot be left below: the entry stands further up', async () => {
    const { olga, rhea, document } = await buildCast();
    const child = await buildDocument({ owner: olga, parent: document });
    expect(await outcomeOf(leaveDocument(rhea, child.id))).toBe('shareNotFound');
    expect((await getDocument(rhea, child.id)).permission).toBe('READ');
  });

  test('the owner sees which entries reach a document from above, the nearest of each person', async () => {
    const owner = await buildUser();
    const friend = await buildUser();
    const top = await buildDocument({ owner, title: 'Top' });
    const middle = await buildDocument({ owner, parent: top, title: 'Middle' });
    const leaf = await buildDocument({ owner, parent: middle });
    await buildShare({ owner, document: top, to: friend, permission: 'READ' });
    await buildShare({ owner, document: middle, to: friend, permission: 'EDIT' });
    const inherited = await listInheritedShares(owner, leaf.id);
    expect(inherited).toMatchObject([{ userId: friend.id, permission: 'EDIT', fromTitle: 'Middle' }]);
    await buildShare({ owner, document: leaf, to: friend, permission: 'NONE' });
    expect(await listInheritedShares(owner, leaf.id)).toEqual([]);
  });
});
