import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { moveBackTo } from '#app/services/documents/move-back.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const titles = async (actor: Actor, parentId: string | null) =>
  (await listChildren(actor, parentId)).map(({ title }) => title).join(' ');

async function family() {
  const owner = await buildUser();
  const parent = await buildDocument({ owner, title: 'parent' });
  const [a, b, c] = [
    await buildDocument({ owner, parent, title: 'a' }),
    await buildDocument({ owner, parent, title: 'b' }),
    await buildDocument({ owner, parent, title: 'c' }),
  ];
  return { owner, parent, a, b, c };
}

describeOnBoth('moving', () => {
  test('goes before, after and into a document, first there', async () => {
    const { owner, parent, a, b, c } = await family();
    await moveDocument(owner, { id: c.id, targetId: a.id, dropPosition: -1 });
    expect(await titles(owner, parent.id)).toBe('c a b');
    await moveDocument(owner, { id: c.id, targetId: a.id, dropPosition: 1 });
    expect(await titles(owner, parent.id)).toBe('a c b');
    await moveDocument(owner, { id: a.id, targetId: b.id, dropPosition: 0 });
    await moveDocument(owner, { id: c.id, targetId: b.id, dropPosition: 0 });
    expect(await titles(owner, b.id)).toBe('c a');
    expect(await titles(owner, parent.id)).toBe('b');
  });

  test('is taken back from anywhere to the place before, also by an editor who does not see all siblings', async () => {
    const { owner, parent, a, b, c } = await family();
    const editor = await buildUser();
    await buildShare({ owner, document: parent, to: editor, permission: 'EDIT' });
    for (const moved of [a, b, c]) {
      const back = await moveBackTo(owner, moved.id);
      await moveDocument(owner, { id: moved.id, targetId: null, dropPosition: 0 });
      await moveDocument(owner, back);
      expect(await titles(owner, parent.id)).toBe('a b c');
      await moveDocument(owner, { id: moved.id, targetId: a.id === moved.id ? b.id : a.id, dropPosition: 0 });
      await moveDocument(owner, back);
      expect(await titles(owner, parent.id)).toBe('a b c');
    }
    await buildShare({ owner, document: a, to: editor, permission: 'NONE' });
    const back = await moveBackTo(editor, b.id);
    expect(back).toEqual({ id: b.id, targetId: parent.id, dropPosition: 0 });
    await moveDocument(editor, { id: b.id, targetId: c.id, dropPosition: 0 });
    await moveDocument(editor, back);
    expect(await titles(editor, parent.id)).toBe('b c');
  });

  test('without a target goes first at the root', async () => {
    const { owner, c } = await family();
    const moved = await moveDocument(owner, { id: c.id, targetId: null, dropPosition: 0 });
    expect(moved.parentId).toBeNull();
    expect(await titles(owner, null)).toBe('c parent');
  });

  test('a PATCH of parentId puts it last there, null last at the root', async () => {
    const { owner, parent, a } = await family();
    const other = await buildDocument({ owner, title: 'other' });
    await updateDocument(owner, other.id, { parentId: parent.id, autosave: false });
    expect(await titles(owner, parent.id)).toBe('a b c other');
    await updateDocument(owner, a.id, { parentId: null, autosave: false });
    expect(await titles(owner, null)).toBe('parent a');
    await updateDocument(owner, parent.id, { parentId: null, autosave: false });
    expect(await titles(owner, null)).toBe('parent a');
  });

  test('J1: into itself, its child or a descendant is circular, however it is asked', async () => {
    const { owner, parent, a } = await family();
    const leaf = await buildDocument({ owner, parent: a });
    for (const targetId of [parent.id, a.id, leaf.id]) {
      expect(await outcomeOf(moveDocument(owner, { id: parent.id, targetId, dropPosition: 0 }))).toBe(
        'documentCircularReference',
      );
      expect(await outcomeOf(updateDocument(owner, parent.id, { parentId: targetId, autosave: false }))).toBe(
        'documentCircularReference',
      );
    }
    const beside = { id: parent.id, targetId: a.id, dropPosition: 1 } as const;
    expect(await outcomeOf(moveDocument(owner, beside))).toBe('documentCircularReference');
  });

  test('D2: an editor moves within what they may edit, and nowhere else', async () => {
    const { owner, parent, a, b } = await family();
    const editor = await buildUser();
    const closed = await buildDocument({ owner });
    const own = await buildDocument({ owner: editor });
    await buildShare({ owner, document: parent, to: editor, permission: 'EDIT' });
    const attempt = (id: string, targetId: string | null, dropPosition: -1 | 0 | 1 = 0) =>
      outcomeOf(moveDocument(editor, { id, targetId, dropPosition }));
    expect(await attempt(a.id, b.id)).toBe('ok');
    expect(await attempt(a.id, null)).toBe('documentAccessDenied');
    expect(await attempt(a.id, closed.id)).toBe('documentNotFound');
    expect(await attempt(a.id, own.id)).toBe('documentAccessDenied');
    expect(await attempt(own.id, a.id)).toBe('documentAccessDenied');
    expect(await attempt(a.id, parent.id, 1)).toBe('documentAccessDenied');
    expect(await attempt(parent.id, b.id)).not.toBe('ok');
    expect((await getDocument(owner, a.id)).parentId).toBe(b.id);
  });

  test('D2: a reader moves nothing; a branch shared for reading takes nothing in', async () => {
    const { owner, parent, a, b } = await family();
    const friend = await buildUser();
    await buildShare({ owner, document: parent, to: friend, permission: 'READ' });
    await buildShare({ owner, document: a, to: friend, permission: 'EDIT' });
    const attempt = (id: string, targetId: string) =>
      outcomeOf(moveDocument(friend, { id, targetId, dropPosition: 0 }));
    expect(await attempt(b.id, a.id)).toBe('documentAccessDenied');
    expect(await attempt(a.id, b.id)).toBe('documentAccessDenied');
    const leaf = await buildDocument({ owner: friend, parent: a });
    expect(await attempt(leaf.id, b.id)).toBe('documentAccessDenied');
    expect(await titles(owner, parent.id)).toBe('a b c');
  });

  test('a document made in someone’s branch belongs to the branch’s owner', async () => {
    const { owner, parent } = await family();
    const editor = await buildUser();
    await buildShare({ owner, document: parent, to: editor, permission: 'EDIT' });
    const made = await buildDocument({ owner: editor, parent, title: 'guest work' });
    expect(made.owner.email).toBe(owner.email);
    expect(await getDocument(owner, made.id)).toMatchObject({ title: 'guest work', noticeType: 'UPDATE' });
    expect(await titles(owner, parent.id)).toBe('a b c guest work');
  });

  test('D2: a place beside a root is its owner’s: nobody else enters it', async () => {
    const [alice, bob] = [await buildUser(), await buildUser()];
    const [root, parent] = [
      await buildDocument({ owner: alice }),
      await buildDocument({ owner: bob, title: 'parent' }),
    ];
    const child = await buildDocument({ owner: bob, parent, title: 'child' });
    await buildShare({ owner: alice, document: root, to: bob, permission: 'EDIT' });
    const [before, after] = [await titles(alice, null), await titles(bob, parent.id)];
    for (const dropPosition of [-1, 1] as const) {
      for (const id of [child.id, parent.id]) {
        const move = moveDocument(bob, { id, targetId: root.id, dropPosition });
        expect(await outcomeOf(move)).toBe('documentAccessDenied');
      }
    }
    expect([await titles(alice, null), await titles(bob, parent.id)]).toEqual([before, after]);
    expect((await getDocument(bob, child.id)).parentId).toBe(parent.id);
  });

  test('D2: a PATCH of parentId needs the rights of its move, also where the place stays', async () => {
    const { owner, parent, a, b } = await family();
    const editor = await buildUser();
    await buildShare({ owner, document: a, to: editor, permission: 'EDIT' });
    const attempt = (id: string, parentId: string | null) =>
      outcomeOf(updateDocument(editor, id, { title: 'changed', parentId, autosave: false }));
    // The hidden parent is answered as an id that does not exist.
    expect(await attempt(a.id, parent.id)).toBe('documentNotFound');
    expect(await attempt(a.id, 'c00000000000000000000000')).toBe('documentNotFound');
    expect(await attempt(a.id, null)).toBe('documentAccessDenied');
    await buildShare({ owner, document: parent, to: editor, permission: 'READ' });
    expect(await attempt(a.id, parent.id)).toBe('documentAccessDenied');
    const root = await buildDocument({ owner, title: 'root' });
    await buildShare({ owner, document: root, to: editor, permission: 'EDIT' });
    expect(await attempt(root.id, null)).toBe('documentAccessDenied');
    expect([await titles(owner, null), await titles(owner, parent.id)]).toEqual(['parent root', 'a b c']);
    const open = await buildDocument({ owner, parent: root, title: 'open' });
    expect(await attempt(open.id, root.id)).toBe('ok');
    expect(await outcomeOf(updateDocument(owner, b.id, { parentId: parent.id, autosave: false }))).toBe('ok');
    expect([await titles(owner, root.id), await titles(owner, parent.id)]).toEqual(['changed', 'a b c']);
  });
});
