import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OPERATOR, SCHEDULE } from '#app/services/access/administrator.ts';
import { handOverAccount } from '#app/services/accounts/hand-over-account.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listRevisions } from '#app/services/documents/history.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { restorePart } from '#app/services/maintenance/backup/part/restore-part.ts';
import { openSource } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { TABLES_OF_PART } from '#app/services/maintenance/backup/part/tables-of-part.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { checkAll } from '#app/services/maintenance/check/check-all.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { connect, disconnect, select } from '#db/connection.ts';
import { tablesInOrder } from '#db/tables.ts';
import { stopClock } from '#tests/support/clock.ts';
import { createDatabase, DATA_DIR, DIALECTS, type TestDatabase } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { HERE } from '#tests/support/sign-up.ts';
import { titlesOf, treeOf } from '#tests/support/uploads.ts';

const THIRTY_DAYS = 30 * 24 * 3600;

describe.each(DIALECTS)('a part of a backup (%s)', (dialect) => {
  let database: TestDatabase;
  let folder: string;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(DATA_DIR, 'part-'));
    database = await createDatabase(dialect, { migrated: true });
    connect(database);
  });
  afterAll(async () => {
    await disconnect();
    await database.remove();
    await rm(folder, { recursive: true });
  });

  async function backUp(): Promise<string> {
    count += 1;
    const file = join(folder, `${count}.zip`);
    await writeBackup(file);
    return file;
  }

  /** Restores a part as the command does: the archive is unpacked while no database is connected. */
  async function bringBack(file: string, wanted: { branch?: string; account?: string; to?: string }) {
    await disconnect();
    const source = await openSource(file, await mkdtemp(join(folder, 'rows-'))).finally(() => connect(database));
    const { branch, account, to } = wanted;
    const part = branch === undefined ? { account: account! } : { branch };
    try {
      return await restorePart(OPERATOR, source, { part, to });
    } finally {
      await source.close();
    }
  }

  /** Deletes a branch for good, as its owner. */
  async function removeBranch(owner: Actor, id: string): Promise<void> {
    await archiveDocument(owner, id);
    await deleteDocument(owner, id);
  }

  async function purge(account: Actor): Promise<void> {
    const clock = stopClock(new Date());
    await deleteAccounts(OPERATOR, [account.id]);
    clock.advance(THIRTY_DAYS);
    await purgeAccounts(SCHEDULE);
    clock.advance(-THIRTY_DAYS);
  }

  const faults = async () => {
    const found = [];
    for await (const { area, problem, subject } of checkAll({ repair: false })) found.push([area, problem, subject]);
    return found;
  };
  const find = async (who: Actor, keyword: string) =>
    (await searchDocuments(who, { keyword, page: 1, limit: 10 })).items.map(({ id }) => id);
  const exists = async (id: string) => (await select('SELECT id FROM documents WHERE id = $id', { id })).length === 1;

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
    expect(await find(editor, 'quincunx')).toEqual([top.id]);
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

  test('is a purged account that signs in again, with what it owned and nothing that others gave', async () => {
    const [account, friend, heir] = [await buildUser({ password: PASSWORD }), await buildUser(), await buildUser()];
    const group = await createGroup(OPERATOR, `Club ${account.id}`);
    const own = await buildDocument({ owner: account, title: 'Own', content: 'zephyr' });
    await archiveDocument(account, (await buildDocument({ owner: account, title: 'Archived' })).id);
    await buildShare({ owner: account, document: own, to: friend });
    const foreign = await buildDocument({ owner: friend, title: 'Foreign' });
    await buildShare({ owner: friend, document: foreign, to: account });
    // The heir wrote in it, so that the purge hands it over.
    const common = await buildDocument({ owner: account, title: 'Common' });
    await buildShare({ owner: account, document: common, to: heir, permission: 'EDIT' });
    const note = await createDocument(heir, { title: 'Note', content: '', parentId: common.id });
    const file = await backUp();
    await expect(bringBack(file, { account: newEmail('unknown') })).rejects.toMatchObject({ reason: 'noAccount' });
    await deleteAccounts(OPERATOR, [account.id]);
    await expect(bringBack(file, { account: account.email })).rejects.toMatchObject({ reason: 'deleted' });
    await purge(account);
    expect(titlesOf(await treeOf(heir, null))).toEqual([['Common', ['Note']]]);
    await expect(bringBack(file, { branch: own.id })).rejects.toMatchObject({ reason: 'noOwner' });

    const restored = await bringBack(file, { account: account.email });
    expect([restored.recipient.account?.id, restored.plan.existing]).toEqual([account.id, [common.id, note.id]]);
    expect(await signIn({ email: account.email, password: PASSWORD, remember: false }, HERE)).toMatchObject({
      user: { id: account.id, role: 'USER' },
    });
    expect(titlesOf(await treeOf(account, null))).toEqual([['Own']]);
    expect(await find(friend, 'zephyr')).toEqual([own.id]);
    await expect(getDocument(account, foreign.id)).rejects.toMatchObject({ error: 'documentNotFound' });
    const groups = await select('SELECT group_id FROM group_members WHERE group_id = $group', { group });
    expect(groups).toEqual([]);
    expect(await faults()).toEqual([]);
    const [act] = await select<{ subject: string }>("SELECT subject FROM audit WHERE action = 'user.restore-backup'");
    expect(act?.subject).toBe(account.id);
  });

  test('of an account whose address is taken goes to nobody, or to whom it is given', async () => {
    const account = await buildUser();
    await buildDocument({ owner: account, title: 'Theirs' });
    const file = await backUp();
    await purge(account);
    const other = await buildUser({ email: account.email });
    await expect(bringBack(file, { account: account.email })).rejects.toMatchObject({ reason: 'taken' });
    const restored = await bringBack(file, { account: account.email, to: other.email });
    expect(restored.recipient.account).toBeNull();
    expect(titlesOf(await treeOf(other, null))).toEqual([['Theirs']]);
  });

  test('leaves what was handed over since to its new owner', async () => {
    const [account, heir] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner: account, title: 'Handed over' });
    const lost = await buildDocument({ owner: account, parent: top, title: 'Lost' });
    const file = await backUp();
    await removeBranch(account, lost.id);
    await handOverAccount(OPERATOR, { from: account.email, to: heir.email });
    await bringBack(file, { account: account.email });
    expect([titlesOf(await treeOf(account, null)), titlesOf(await treeOf(heir, null))]).toEqual([
      [['Lost']],
      [['Handed over']],
    ]);
    expect(await faults()).toEqual([]);
  });

  test('that fails half-way changes nothing', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Half' });
    await buildDocument({ owner, parent: top });
    const file = await backUp();
    await removeBranch(owner, top.id);
    await disconnect();
    const source = await openSource(file, await mkdtemp(join(folder, 'rows-'))).finally(() => connect(database));
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
