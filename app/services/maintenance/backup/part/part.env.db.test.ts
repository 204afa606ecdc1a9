import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listRevisions } from '#app/services/documents/history.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { restorePart } from '#app/services/maintenance/backup/part/restore-part.ts';
import { TABLES_OF_PART } from '#app/services/maintenance/backup/part/tables-of-part.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { execute } from '#db/connection.ts';
import { tablesInOrder } from '#db/tables.ts';
import { exists, faults, findWords, purge, removeBranch, setBackups } from '#tests/support/backup-parts.ts';
import { DATA_DIR, DIALECTS } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { titlesOf, treeOf } from '#tests/support/uploads.ts';

describe.each(DIALECTS)('a part of a backup (%s)', (dialect) => {
  const { backUp, bringBack, openBackup } = setBackups(dialect);

  test('has a decision for each table', async () => {
    expect(Object.keys(TABLES_OF_PART).sort()).toEqual((await tablesInOrder()).sort());
  });

  test('is a branch with its ids, order, texts, history, comments, shares and words for search', async () => {
    const [owner, editor, gone] = [await buildUser(), await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top', content: 'first words' });
    const group = await createGroup(OPERATOR, `Team ${top.id}`);
    await updateDocument(owner, top.id, { content: 'quincunx words', autosave: false });
    const [a, b] = [
      await buildDocument({ owner, parent: top, title: 'A' }),
      await buildDocument({ owner, parent: top, title: 'B' }),
    ];
    await moveDocument(owner, { id: a.id, targetId: b.id, dropPosition: 1 });
    const archived = await buildDocument({ owner, parent: b, title: 'Archived' });
    await archiveDocument(owner, archived.id);
    await buildShare({ owner, document: top, to: editor, permission: 'EDIT' });
    await buildShare({ owner, document: top, to: gone, permission: 'EDIT' });
    await buildShare({ owner, document: top, to: newEmail('invited') });
    await shareWithGroup(owner, top.id, { groupId: group, permission: 'READ' });
    await updateDocument(gone, b.id, { content: 'by somebody', autosave: false });
    await startThread(editor, top.id, { body: 'Why?', quote: 'words', prefix: null, suffix: null });
    await startThread(gone, top.id, { body: 'So.', quote: null, prefix: null, suffix: null });
    const untouched = await buildDocument({ owner, title: 'Untouched', content: 'before' });
    const shares = await listShares(owner, top.id);
    const file = await backUp();
    await updateDocument(owner, untouched.id, { content: 'after', autosave: false });
    await removeBranch(owner, top.id);
    await purge(gone);
    expect(await exists(a.id)).toBe(false);

    const restored = await bringBack(file, { branch: top.id });
    expect(restored.plan.documents).toHaveLength(4);
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Untouched'], ['Top', ['B'], ['A']]]);
    expect((await getDocument(editor, top.id)).content).toBe('quincunx words');
    expect((await textAt(top.id, 1))?.content).toBe('first words');
    expect((await getDocument(owner, untouched.id)).content).toBe('after');
    const threads = await listThreads(owner, top.id, 'all');
    expect(threads.map(({ comments }) => comments[0]!.author.email)).toEqual([editor.email, null]);
    const { items } = await listRevisions(owner, b.id, { page: 1, limit: 10 });
    expect(items.map(({ author }) => author.email)).toEqual([null, owner.email]);
    const namesOf = (entries: typeof shares) =>
      entries.map((share) => ('groupName' in share ? share.groupName : share.email)).sort();
    const stillHere = shares.filter((share) => 'groupName' in share || share.email !== gone.email);
    expect(namesOf(await listShares(owner, top.id))).toEqual(namesOf(stillHere));
    expect(await findWords(editor, 'quincunx')).toEqual([top.id]);
    await restoreDocument(owner, archived.id);
    expect(titlesOf(await treeOf(owner, b.id))).toEqual([['Archived']]);
    expect(await faults()).toEqual([]);
  });

  test('never overwrites: documents that exist stay, missing ones come back below their parents', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Top', content: 'old' });
    const kept = await buildDocument({ owner, parent: top, title: 'Kept' });
    const lost = await buildDocument({ owner, parent: kept, title: 'Lost' });
    const file = await backUp();
    await updateDocument(owner, top.id, { content: 'new', autosave: false });
    await removeBranch(owner, lost.id);
    const restored = await bringBack(file, { branch: top.id });
    expect([restored.plan.documents.map(({ id }) => id), restored.plan.existing.sort()]).toEqual([
      [lost.id],
      [top.id, kept.id].sort(),
    ]);
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Top', ['Kept', ['Lost']]]]);
    expect((await getDocument(owner, top.id)).content).toBe('new');
    const again = await bringBack(file, { branch: top.id });
    expect(again.plan.documents).toEqual([]);
    await archiveDocument(owner, kept.id);
    await deleteDocument(owner, lost.id);
    await bringBack(file, { branch: lost.id });
    expect(await faults()).toEqual([]);
    await restoreDocument(owner, kept.id);
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Top', ['Kept', ['Lost']]]]);
  });

  test('out of the archive comes back present, with what was archived with it', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Top' });
    const below = await buildDocument({ owner, parent: top, title: 'Below' });
    await archiveDocument(owner, top.id);
    const file = await backUp();
    await deleteDocument(owner, top.id);
    await bringBack(file, { branch: below.id });
    await bringBack(file, { branch: top.id });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Below'], ['Top']]);
  });

  test('goes to another account or below another document where asked, without shares to its new owner', async () => {
    const [owner, heir] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Given' });
    await buildDocument({ owner, parent: top, title: 'Child' });
    await buildShare({ owner, document: top, to: heir });
    const place = await buildDocument({ owner: heir, title: 'Place' });
    const file = await backUp();
    await removeBranch(owner, top.id);
    await bringBack(file, { branch: top.id, to: place.id });
    expect(titlesOf(await treeOf(heir, null))).toEqual([['Place', ['Given', ['Child']]]]);
    await removeBranch(heir, top.id);
    await bringBack(file, { branch: top.id, to: heir.email.toUpperCase() });
    expect(titlesOf(await treeOf(heir, null))).toEqual([['Place'], ['Given', ['Child']]]);
    expect(await listShares(heir, top.id)).toEqual([]);
    expect(await faults()).toEqual([]);
    await archiveDocument(heir, place.id);
    const refused = (to: string, branch = top.id) => bringBack(file, { branch, to });
    await expect(refused(place.id)).rejects.toMatchObject({ reason: 'isArchived' });
    await expect(refused('c'.padEnd(24, 'x'))).rejects.toMatchObject({ reason: 'noPlace' });
    await expect(refused('nobody@example.com')).rejects.toMatchObject({ reason: 'noRecipient' });
    await expect(refused(heir.email, 'c'.padEnd(24, 'y'))).rejects.toMatchObject({ reason: 'noBranch' });
  });

  test('has files that survive a power loss', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner });
    await saveUpload(owner, { fileName: 'a.txt', ext: 'txt', docId: top.id }, Readable.from([Buffer.from('bytes')]));
    const file = await backUp();
    await removeBranch(owner, top.id);
    const write = vi.spyOn(storage(), 'write');
    onTestFinished(async () => {
      write.mockRestore();
      await execute('DELETE FROM files');
      await rm(join(DATA_DIR, 'uploads/blobs'), { recursive: true });
    });
    await bringBack(file, { branch: top.id, to: other.email });
    expect(write.mock.calls.map(([, , { isDurable }]) => isDurable)).toEqual([true]);
  });

  test('that fails half-way changes nothing', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Half' });
    await buildDocument({ owner, parent: top });
    const file = await backUp();
    await removeBranch(owner, top.id);
    const source = await openBackup(file);
    onTestFinished(source.close);
    const where = source.rows.where.bind(source.rows);
    // Simulates a disk failure while reading the shares.
    source.rows.where = async (table, ...rest) => {
      if (table === 'shares') throw new Error('disk');
      return where(table, ...rest);
    };
    await expect(restorePart(OPERATOR, source, { part: { branch: top.id } })).rejects.toThrow('disk');
    expect([await exists(top.id), await faults()]).toEqual([false, []]);
  });
});
