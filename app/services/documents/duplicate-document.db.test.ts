import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { hiddenUnder } from '#app/services/documents/hidden-documents.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { planCopy } from '#app/services/documents/plan-copy.ts';
import { beginCopy, finishAbandonedCopies, runCopy } from '#app/services/documents/run-copy.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { prepareCopies, writeCopies } from '#app/services/documents/write-copies.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

async function garden() {
  const owner = await buildUser();
  const top = await buildDocument({ owner, title: 'Garden' });
  const beds = await buildDocument({ owner, parent: top, title: 'Beds' });
  const diary = await buildDocument({ owner, parent: top, title: 'Diary', content: `[beds](/doc/${beds.id}#h-a)` });
  await buildDocument({ owner, parent: beds, title: 'North' });
  await updateDocument(owner, beds.id, { icon: '🥕', autosave: false });
  return { owner, top, beds, diary };
}

describeOnBoth('duplicating', () => {
  test('copies the branch in order, with icons, links within it and no shares, as the last sibling', async () => {
    const { owner, top, diary } = await garden();
    await buildShare({ owner, document: top, to: await buildUser() });
    const copy = await duplicateDocument(owner, top.id);
    const roots = await listChildren(owner, null);
    expect(roots.map(({ title }) => title)).toEqual(['Garden', 'Garden']);
    expect(roots[1]!.id).toBe(copy.id);
    const [beds, copiedDiary] = await listChildren(owner, copy.id);
    expect([beds!.title, beds!.icon, copiedDiary!.title]).toEqual(['Beds', '🥕', 'Diary']);
    expect((await listChildren(owner, beds!.id)).map(({ title }) => title)).toEqual(['North']);
    expect((await getDocument(owner, copiedDiary!.id)).content).toBe(`[beds](/doc/${beds!.id}#h-a)`);
    expect((await getDocument(owner, diary.id)).content).not.toContain(beds!.id);
    expect(await listShares(owner, copy.id)).toEqual([]);
  });

  test('a reader’s copy holds what they see and lands at their own root', async () => {
    const { owner, top, beds } = await garden();
    const reader = await buildUser();
    await buildShare({ owner, document: top, to: reader });
    await buildShare({ owner, document: beds, to: reader, permission: 'NONE' });
    const copy = await duplicateDocument(reader, top.id);
    expect(copy).toMatchObject({ parentId: null, permission: 'EDIT', owner: { email: reader.email } });
    expect((await listChildren(reader, copy.id)).map(({ title }) => title)).toEqual(['Diary']);
    expect(await listChildren(owner, null)).toHaveLength(1);
  });

  test('an editor’s copy stays beside the original and belongs to its owner', async () => {
    const { owner, top, beds } = await garden();
    const editor = await buildUser();
    await buildShare({ owner, document: top, to: editor, permission: 'EDIT' });
    const copy = await duplicateDocument(editor, beds.id);
    expect(copy).toMatchObject({ parentId: top.id, owner: { email: owner.email } });
    expect((await listChildren(owner, top.id)).map(({ title }) => title)).toEqual(['Beds', 'Diary', 'Beds']);
  });

  test('a copy stays closed to people and groups whom its original is closed to, and no grant is copied', async () => {
    const { owner, top, beds } = await garden();
    const [bob, member, cara] = [await buildUser(), await buildUser(), await buildUser()];
    const groupId = await createGroup(OPERATOR, 'Helpers of the garden');
    await addMember(OPERATOR, groupId, { userId: member.id });
    for (const reader of [bob, member, cara]) await buildShare({ owner, document: top, to: reader });
    await buildShare({ owner, document: beds, to: bob, permission: 'NONE' });
    await buildShare({ owner, document: beds, to: cara, permission: 'EDIT' });
    await shareWithGroup(owner, beds.id, { groupId, permission: 'NONE' });
    const copy = await duplicateDocument(owner, beds.id);
    expect(copy.parentId).toBe(top.id);
    expect((await listShares(owner, copy.id)).map(({ permission }) => permission)).toEqual(['NONE', 'NONE']);
    for (const closedOut of [bob, member]) {
      expect(await outcomeOf(getDocument(closedOut, copy.id))).toBe('documentNotFound');
      expect((await listChildren(closedOut, top.id)).map(({ title }) => title)).toEqual(['Diary']);
      expect((await searchDocuments(closedOut, { keyword: 'North', page: 1, limit: 10 })).items).toEqual([]);
    }
    expect((await getDocument(cara, copy.id)).permission).toBe('READ');
  });

  test('documents below the top of a copy stay closed, at the root too', async () => {
    const { owner, top, beds } = await garden();
    const bob = await buildUser();
    await buildShare({ owner, document: top, to: bob });
    await buildShare({ owner, document: beds, to: bob, permission: 'NONE' });
    const copy = await duplicateDocument(owner, top.id);
    await buildShare({ owner, document: copy, to: bob });
    expect((await listChildren(bob, copy.id)).map(({ title }) => title)).toEqual(['Diary']);
  });

  test('an editor’s copy that would be closed to them lands at their own root, without the owner’s entries', async () => {
    const { owner, top, beds } = await garden();
    const editor = await buildUser();
    await shareWithGroup(owner, top.id, { groupId: EVERYONE_ID, permission: 'EDIT' });
    await shareWithGroup(owner, beds.id, { groupId: EVERYONE_ID, permission: 'NONE' });
    await buildShare({ owner, document: beds, to: editor, permission: 'EDIT' });
    await buildShare({ owner, document: beds, to: await buildUser(), permission: 'NONE' });
    const copy = await duplicateDocument(editor, beds.id);
    expect(copy).toMatchObject({ parentId: null, owner: { email: editor.email } });
    expect(await listShares(editor, copy.id)).toEqual([]);
    expect((await getDocument(editor, copy.id)).permission).toBe('EDIT');
  });

  test('a copy that nobody waits for goes on after a passing failure; others are taken back, as their caller is told', async () => {
    const clock = stopClock(new Date());
    const { owner, top } = await garden();
    const reader = await buildUser();
    await buildShare({ owner, document: top, to: reader });
    await saveUpload(owner, { fileName: 'a.txt', ext: 'txt', docId: top.id }, Readable.from([Buffer.from('a')]));
    const begin = async () => beginCopy(reader, await planCopy(reader, top.id, { parentId: null, ownerId: reader.id }));
    const isOutOfReach = () => vi.spyOn(storage(), 'sizeOf').mockRejectedValueOnce(new Error('out of reach'));
    const finishLater = () => {
      clock.advance(61);
      return finishAbandonedCopies();
    };
    isOutOfReach();
    expect(await outcomeOf(runCopy(reader, await begin()))).toBe('uploadFailed');
    expect([await finishLater(), await select('SELECT id FROM copies')]).toEqual([0, []]);
    isOutOfReach();
    expect(await outcomeOf(runCopy(reader, { ...(await begin()), begunAt: Date.now() }))).toBe('uploadFailed');
    isOutOfReach();
    expect([await finishLater(), await finishLater()]).toEqual([0, 1]);
    expect((await listChildren(reader, null)).map(({ title }) => title)).toEqual(['Garden']);
    await begin();
    clock.advance(2 * 24 * 3600);
    isOutOfReach();
    expect([await finishLater(), await select('SELECT id FROM copies')]).toEqual([0, []]);
    expect(await listChildren(reader, null)).toHaveLength(1);
  });

  test('what is archived or not to be seen is not copied', async () => {
    const { owner, top } = await garden();
    expect(await outcomeOf(duplicateDocument(await buildUser(), top.id))).toBe('documentNotFound');
    await archiveDocument(owner, top.id);
    expect(await outcomeOf(duplicateDocument(owner, top.id))).toBe('documentAccessDenied');
  });

  test('S3: a copy that a process left half made is not to be seen, and is finished by the next', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Garden' });
    for (let nth = 0; nth < 30; nth += 1) await buildDocument({ owner, parent: top, title: `Bed ${nth}` });
    const copy = await beginCopy(owner, await planCopy(owner, top.id, { parentId: null, ownerId: owner.id }));
    const ids = copy.plan.sources.slice(0, 25).map(({ id }) => id);
    const written = await prepareCopies(owner, copy.plan, ids);
    await inTransaction(() => writeCopies(owner, copy.plan, written, hiddenUnder(copy.id)));
    await execute('UPDATE copies SET done = 25 WHERE id = $id', { id: copy.id });
    expect(await listChildren(owner, null)).toHaveLength(1);
    expect(await emptyArchive(owner)).toBe(0);
    const query = { scope: 'archived', keyword: '', sort: 'title', order: 'asc', page: 1, limit: 10 } as const;
    expect((await listDocuments(owner, query)).items).toEqual([]);
    expect(await finishAbandonedCopies()).toBe(0);
    clock.advance(61);
    expect(await finishAbandonedCopies()).toBe(1);
    const [, made] = await listChildren(owner, null);
    expect((await listChildren(owner, made!.id)).map(({ title }) => title)).toHaveLength(30);
    expect(await select('SELECT id FROM copies')).toEqual([]);
  });

  test('S3: a copy is finished after a clock that was ahead is set back', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const top = await buildDocument({ owner });
    clock.advance(3600);
    await beginCopy(owner, await planCopy(owner, top.id, { parentId: null, ownerId: owner.id }));
    clock.advance(-3600);
    expect(await finishAbandonedCopies()).toBe(1);
    expect(await listChildren(owner, null)).toHaveLength(2);
  });

  test('S3: a copy that cannot be put where it belongs leaves nothing behind', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Garden' });
    const beds = await buildDocument({ owner, parent: top });
    const copy = await beginCopy(owner, await planCopy(owner, beds.id, { parentId: top.id, ownerId: owner.id }));
    await archiveDocument(owner, top.id);
    expect(await outcomeOf(runCopy(owner, copy))).toBe('documentAccessDenied');
    expect(await select("SELECT id FROM documents WHERE archive_root_id LIKE 'copy %'")).toEqual([]);
    expect(await select('SELECT id FROM copies')).toEqual([]);
  });
});
