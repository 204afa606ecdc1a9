import { expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { OPERATOR, SCHEDULE } from '#app/services/access/administrator.ts';
import { listPurgeable, purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { listUsers } from '#app/services/administration/list-users.ts';
import { restoreAccounts } from '#app/services/administration/suspend-account.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listRevisions } from '#app/services/documents/history.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { database, dialect, execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, PASSWORD } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { HERE, signUp } from '#tests/support/sign-up.ts';

const DAY = 24 * 3600;
const text = (content: string) => ({ content, autosave: false });
const due = async () => (await listPurgeable(OPERATOR)).map(({ id }) => id);
const signInAs = ({ email }: Actor) => signIn({ email, password: PASSWORD, remember: false }, HERE);

describeOnBoth('the purge', () => {
  test('takes accounts deleted thirty days ago, no sooner, and no others', async () => {
    const clock = stopClock();
    const chief = await buildUser();
    const [gone, restored, active] = [await buildUser(), await buildUser(), await buildUser()];
    await deleteAccounts(OPERATOR, [gone.id, restored.id]);
    clock.advance(30 * DAY - 1);
    expect(await purgeAccounts(OPERATOR)).toEqual([]);
    await restoreAccounts(OPERATOR, [restored.id]);
    clock.advance(1);
    expect(await due()).toEqual([gone.id]);
    expect(await purgeAccounts(OPERATOR)).toMatchObject([{ id: gone.id, email: gone.email, documents: 0 }]);
    expect(await purgeAccounts(OPERATOR)).toEqual([]);
    const left = (await listUsers(OPERATOR, { keyword: '', page: 1, limit: 100, sort: 'email', order: 'asc' })).items;
    expect(left.map(({ id }) => id).sort()).toEqual([chief, restored, active].map(({ id }) => id).sort());
  });

  test('goes on past an account that is too large for one statement', async () => {
    if (dialect() === 'sqlite') return;
    const clock = stopClock();
    const [large, small] = [await buildUser(), await buildUser()];
    await deleteAccounts(OPERATOR, [large.id]);
    clock.advance(1);
    await deleteAccounts(OPERATOR, [small.id]);
    clock.advance(30 * DAY);
    await execute(`CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''canceling statement'' USING ERRCODE = ''57014''; END'`);
    await execute(`CREATE TRIGGER refuse_update BEFORE UPDATE ON users FOR EACH ROW
      WHEN (OLD.id = '${large.id}') EXECUTE FUNCTION refuse_update()`);
    const purged = await purgeAccounts(SCHEDULE).finally(() => execute('DROP FUNCTION refuse_update CASCADE'));
    expect(purged.map(({ id }) => id)).toEqual([small.id]);
    expect(await due()).toEqual([large.id]);
    await purgeAccounts(SCHEDULE);
  });

  test('removes all the account owned and nothing of others', async () => {
    const clock = stopClock();
    const [owner, reader] = [await buildUser(), await buildUser()];
    const root = await buildDocument({ owner, title: 'Root', content: 'quicksilver' });
    const child = await buildDocument({ owner, parent: root, content: 'quicksilver' });
    await archiveDocument(owner, (await buildDocument({ owner, parent: child })).id);
    await buildShare({ owner, document: root, to: reader, permission: 'EDIT' });
    // Documents below another belong to its owner, whoever writes them. Current editors would inherit them
    // (`hand-over`).
    await createDocument(reader, { title: 'By the reader', content: 'quicksilver', parentId: root.id });
    await changeShare(owner, root.id, { userId: reader.id, permission: 'READ' });
    const own = await buildDocument({ owner: reader, content: 'quicksilver' });
    await deleteAccounts(OPERATOR, [owner.id]);
    clock.advance(30 * DAY);
    expect(await purgeAccounts(SCHEDULE)).toMatchObject([{ documents: 4 }]);
    const hits = await searchDocuments(reader, { keyword: 'quicksilver', page: 1, limit: 10 });
    expect(hits.items.map(({ id }) => id)).toEqual([own.id]);
    for (const table of ['documents', 'document_texts', 'revisions', 'shares', 'document_index']) {
      const [row] = await select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
      expect([table, Number(row?.n)]).toEqual([table, table === 'shares' ? 0 : 1]);
    }
  });

  test('leaves branches to those who write them through a group, as far as their nearest entry lets them', async () => {
    const clock = stopClock();
    const [ada, ben, cy] = [await buildUser(), await buildUser(), await buildUser()];
    const [top, open, personal] = [
      await buildDocument({ owner: ada, title: 'Top' }),
      await buildDocument({ owner: ada, title: 'Open' }),
      await buildDocument({ owner: ada, title: 'Personal' }),
    ];
    const groupId = await createGroup(OPERATOR, 'Gardeners');
    for (const { id } of [ben, cy]) await addMember(OPERATOR, groupId, { userId: id });
    for (const { id } of [top, personal]) await shareWithGroup(ada, id, { groupId, permission: 'EDIT' });
    await shareWithGroup(ada, open.id, { groupId: EVERYONE_ID, permission: 'EDIT' });
    const plan = await createDocument(ben, { title: 'Plan', content: '', parentId: top.id });
    const closed = await createDocument(ben, { title: 'Closed', content: '', parentId: top.id });
    await updateDocument(cy, open.id, text('by Cy'));
    await updateDocument(ben, personal.id, text('by Ben'));
    await buildShare({ owner: ada, document: personal, to: ben, permission: 'READ' });
    await shareWithGroup(ada, closed.id, { groupId, permission: 'READ' });
    clock.advance(60);
    await updateDocument(ben, top.id, text('by Ben'));
    await deleteAccounts(OPERATOR, [ada.id]);
    clock.advance(30 * DAY);
    await purgeAccounts(OPERATOR);
    const owners = await select<{ id: string; owner: string }>('SELECT id, owner_id AS owner FROM documents', {});
    const ownerOf = ({ id }: { id: string }) => owners.find((row) => row.id === id)?.owner;
    expect([ownerOf(top), ownerOf(plan), ownerOf(open)]).toEqual([ben.id, ben.id, cy.id]);
    // A personal entry overrides that of the group, a nearer entry one above.
    expect([ownerOf(personal), ownerOf(closed)]).toEqual([undefined, undefined]);
    expect(await getDocument(cy, plan.id)).toMatchObject({ permission: 'EDIT' });
  });

  test('keeps what it wrote in documents of others, by nobody’s name, also before the purge', async () => {
    const clock = stopClock();
    const [owner, editor] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner, content: 'one' });
    await buildShare({ owner, document, to: editor, permission: 'EDIT' });
    await updateDocument(editor, document.id, text('two'));
    const child = await createDocument(editor, { title: 'Child', content: '', parentId: document.id });
    await startThread(editor, document.id, { body: 'Why?', quote: null, prefix: null, suffix: null });
    const authors = async (id: string) =>
      (await listRevisions(owner, id, { page: 1, limit: 10 })).items.map(({ author }) => author);
    const nobody = { displayName: null, email: null };
    await deleteAccounts(OPERATOR, [editor.id]);
    const [share] = await listShares(owner, document.id);
    expect(share).toMatchObject({ userId: editor.id, email: editor.email, displayName: null, isDeleted: true });
    expect(await authors(document.id)).toEqual([nobody, { displayName: null, email: owner.email }]);
    clock.advance(30 * DAY);
    await purgeAccounts(OPERATOR);
    expect(await authors(document.id)).toEqual([nobody, { displayName: null, email: owner.email }]);
    expect(await authors(child.id)).toEqual([nobody]);
    const [thread] = await listThreads(owner, document.id, 'open');
    expect(thread!.comments).toMatchObject([{ body: 'Why?', author: nobody }]);
    expect(await getDocument(owner, document.id)).toMatchObject({ content: 'two' });
    expect(await listShares(owner, document.id)).toEqual([]);
    expect(await outcomeOf(updateDocument(owner, document.id, { ...text('three'), baseVersion: 1 }))).toBe('conflict');
  });

  test('readers of a deleted owner’s documents see them, without a name, until they go', async () => {
    const clock = stopClock();
    const [owner, reader] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner });
    await buildShare({ owner, document, to: reader });
    await deleteAccounts(OPERATOR, [owner.id]);
    const seen = await getDocument(reader, document.id);
    expect(seen.owner).toEqual({ displayName: null, email: null });
    clock.advance(30 * DAY);
    await purgeAccounts(OPERATOR);
    expect(await outcomeOf(getDocument(reader, document.id))).toBe('documentNotFound');
  });

  test('leaves an address that is unknown, to signing in and to signing up, and nothing that bears it', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const before = await buildUser({ password: PASSWORD });
    const shared = await buildDocument({ owner });
    await buildShare({ owner, document: shared, to: before });
    await signInAs(before);
    await deleteAccounts(OPERATOR, [before.id]);
    expect(await outcomeOf(signInAs(before))).toBe('userNotActive');
    clock.advance(30 * DAY);
    await purgeAccounts(OPERATOR);
    expect(await outcomeOf(signInAs(before))).toBe('passwordIncorrect');
    const [rows] = await (await database()).query('SELECT * FROM users, audit, shares, invitations, codes');
    expect(JSON.stringify(rows)).not.toContain(before.email);
    const again = await signUp({ email: before.email });
    expect(again).toMatchObject({ user: { email: before.email, role: 'USER' } });
    const actor = { ...before, id: 'user' in again ? again.user.id : '' };
    expect(actor.id).not.toBe(before.id);
    expect(await outcomeOf(getDocument(actor, shared.id))).toBe('documentNotFound');
  });

  test('two at once purge each account once', async () => {
    const clock = stopClock();
    const users = await Promise.all(Array.from({ length: 4 }, () => buildUser()));
    await deleteAccounts(
      OPERATOR,
      users.map(({ id }) => id),
    );
    clock.advance(31 * DAY);
    const purged = (await Promise.all([purgeAccounts(SCHEDULE), purgeAccounts(OPERATOR)])).flat();
    expect(purged.map(({ id }) => id).sort()).toEqual(users.map(({ id }) => id).sort());
  });
});
