import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { restoreAccounts } from '#app/services/administration/suspend-account.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listArchive } from '#app/services/documents/home-lists.ts';
import { awaitPurge, deleteDocumentsWhere, purgeDeletedDocuments } from '#app/services/documents/purge-deleted.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { undoImport } from '#app/services/transfer/import/undo-import.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { plantSiblings } from '#tests/support/planted.ts';
import { importFiles } from '#tests/support/uploads.ts';

const MANY = 3000;
const THIRTY_DAYS = 30 * 24 * 3600;
const first = { page: 1, limit: 10 };

const countAll = async (owner: string) => {
  const [row] = await select<{ n: number }>('SELECT COUNT(*) AS n FROM documents WHERE owner_id = $owner', { owner });
  return Number(row!.n);
};
const rowsOf = async (table: string) =>
  Number((await select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n);

async function largeBranch() {
  const owner = await buildUser();
  const top = await buildDocument({ owner, title: 'Top' });
  const ids = await plantSiblings(owner, top.id, MANY);
  return { owner, top, ids };
}

/** Saves as another person during a long operation. Returns which of the two ended first. */
async function savesMeanwhile(begin: () => Promise<unknown>, end: () => Promise<unknown> = async () => undefined) {
  const other: Actor = await buildUser();
  const { id } = await buildDocument({ owner: other });
  const order: string[] = [];
  const long = begin()
    .then(end)
    .then(() => order.push('long'));
  await new Promise((next) => setImmediate(next));
  const saves = ['one', 'two', 'three'].map((content) => updateDocument(other, id, { content, autosave: false }));
  await Promise.all([long, ...saves.map((save) => save.then(() => order.push('save')))]);
  return order;
}

describeOnBoth('S3: a large deletion', (dialect) => {
  test('takes a branch from sight at once, and removes it while others save', async () => {
    const { owner, top, ids } = await largeBranch();
    await archiveDocument(owner, top.id);
    const order = await savesMeanwhile(async () => {
      await deleteDocument(owner, top.id);
      expect(await countAll(owner.id)).toBe(0);
      expect(await countAll(DELETED_USER_ID)).toBeGreaterThan(0);
      for (const id of [top.id, ids.at(-1)!]) expect(await outcomeOf(getDocument(owner, id))).toBe('documentNotFound');
      expect((await listArchive(owner, first)).total).toBe(0);
    }, awaitPurge);
    expect(order.at(-1)).toBe('long');
    expect([await countAll(DELETED_USER_ID), await rowsOf('documents')]).toEqual([0, await rowsOf('document_texts')]);
  });

  test('is gone on by another process where one ended', async () => {
    const { owner, top } = await largeBranch();
    await execute('UPDATE documents SET owner_id = $nobody, parent_id = NULL WHERE owner_id = $me', {
      nobody: DELETED_USER_ID,
      me: owner.id,
    });
    expect(await purgeDeletedDocuments()).toBe(MANY + 1);
    expect(await outcomeOf(getDocument(owner, top.id))).toBe('documentNotFound');
  });

  test('is the same for an emptied archive and for an import that is undone', async () => {
    const { owner, top } = await largeBranch();
    await archiveDocument(owner, top.id);
    let removed = 0;
    const emptied = await savesMeanwhile(async () => {
      removed = await emptyArchive(owner);
      expect((await listArchive(owner, first)).total).toBe(0);
    }, awaitPurge);
    expect([emptied.at(-1), removed]).toEqual(['long', MANY + 1]);
    const { id } = await importFiles(owner, { 'a.md': '# A' }, null);
    const kept = await buildDocument({ owner, title: 'Kept' });
    const planted = await plantSiblings(owner, kept.id, MANY);
    await execute('UPDATE documents SET import_id = $id WHERE owner_id = $me AND id <> $kept', {
      id,
      me: owner.id,
      kept: kept.id,
    });
    const undone = await savesMeanwhile(async () => {
      expect(await undoImport(owner, id)).toEqual({ removed: planted.length + 1, archived: 0 });
      expect(await countAll(owner.id)).toBe(1);
    }, awaitPurge);
    expect(undone.at(-1)).toBe('long');
  });

  test('is the same for the purge of an account, which no one restores half way', async () => {
    const clock = stopClock();
    const { owner } = await largeBranch();
    await deleteAccounts(OPERATOR, [owner.id]);
    clock.advance(THIRTY_DAYS);
    const restored: string[] = [];
    const order = await savesMeanwhile(async () => {
      const purged = purgeAccounts(OPERATOR);
      while ((await countAll(owner.id)) > 0) await new Promise((next) => setImmediate(next));
      restored.push(await outcomeOf(restoreAccounts(OPERATOR, [owner.id])));
      expect(await purged).toMatchObject([{ id: owner.id, documents: MANY + 1 }]);
    });
    expect([order.at(-1), restored, await countAll(DELETED_USER_ID)]).toEqual(['long', ['userNotFound'], 0]);
  });

  test(`archives and restores a branch in one statement, all or nothing (${dialect})`, async () => {
    const { owner, top } = await largeBranch();
    const archived = async () =>
      Number(
        (
          await select<{ n: number }>(
            'SELECT COUNT(*) AS n FROM documents WHERE owner_id = $me AND archived_at IS NOT NULL',
            { me: owner.id },
          )
        )[0]!.n,
      );
    for (const [act, expected] of [
      [archiveDocument, MANY + 1],
      [restoreDocument, 0],
    ] as const) {
      const seen = new Set<number>();
      let isDone = false;
      const acting = act(owner, top.id).finally(() => {
        isDone = true;
      });
      while (!isDone) seen.add(await archived());
      await acting;
      seen.add(await archived());
      expect([...seen].every((count) => count === 0 || count === MANY + 1)).toBe(true);
      expect(await archived()).toBe(expected);
    }
  });
});

describeOnBoth('the removal of documents with children that stay', () => {
  const placeOf = async (id: string) =>
    (
      await select(
        'SELECT parent_id AS "parentId", archive_root_id AS "rootId", archived_at IS NOT NULL AS "isArchived" FROM documents WHERE id = $id',
        { id },
      )
    )[0];

  test('makes them roots; archived ones become archive entries with their branches', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Top' });
    const stays = await buildDocument({ owner, parent: top });
    const archived = await buildDocument({ owner, parent: top });
    const below = await buildDocument({ owner, parent: archived });
    await archiveDocument(owner, top.id);
    await execute('UPDATE documents SET archived_at = NULL, archive_root_id = NULL WHERE id = $id', { id: stays.id });
    const removed = await inTransaction(() => deleteDocumentsWhere('id = $id', { id: top.id }));
    expect([removed, await placeOf(top.id)]).toEqual([1, undefined]);
    expect(await placeOf(stays.id)).toMatchObject({ parentId: null, rootId: null });
    expect(await placeOf(archived.id)).toMatchObject({ parentId: null, rootId: archived.id });
    expect(await placeOf(below.id)).toMatchObject({ parentId: archived.id, rootId: archived.id });
    await restoreDocument(owner, archived.id);
    expect(await placeOf(below.id)).toMatchObject({ parentId: archived.id, rootId: null });
  });

  test('goes on where an earlier version left such a child', async () => {
    const owner = await buildUser();
    const [top, other] = [await buildDocument({ owner }), await buildDocument({ owner })];
    const stays = await buildDocument({ owner, parent: top });
    for (const { id } of [top, other])
      await execute('UPDATE documents SET owner_id = $nobody, parent_id = NULL WHERE id = $id', {
        id,
        nobody: DELETED_USER_ID,
      });
    expect(await purgeDeletedDocuments()).toBe(2);
    expect(await placeOf(stays.id)).toMatchObject({ parentId: null });
  });
});
