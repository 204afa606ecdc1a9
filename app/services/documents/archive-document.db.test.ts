import { expect, test } from 'vitest';
import { documentQuery } from '#app/schemas/documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listArchive } from '#app/services/documents/home-lists.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { execute } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildUser, newEmail } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { expectSoundTree } from '#tests/support/tree-checker.ts';

const total = async (actor: Actor, scope: string) => (await listDocuments(actor, documentQuery.parse({ scope }))).total;
const titles = async (actor: Actor, parentId: string | null) =>
  (await listChildren(actor, parentId)).map(({ title }) => title).join(' ');
const archived = async (actor: Actor, id: string) => (await getDocument(actor, id)).isArchived;

async function branch(owner: Actor) {
  const top = await buildDocument({ owner, title: 'top', content: 'rarewordtop' });
  const middle = await buildDocument({ owner, parent: top, title: 'middle' });
  const leaf = await buildDocument({ owner, parent: middle, title: 'leaf' });
  return { top, middle, leaf };
}

describeOnBoth('archiving', () => {
  test('takes the subtree out of tree, lists and search, and restoring puts it back where it was', async () => {
    const owner = await buildUser();
    const before = await buildDocument({ owner, title: 'before' });
    const { top, leaf } = await branch(owner);
    await buildDocument({ owner, title: 'after' });
    expect(before.isArchived).toBe(false);
    expect((await archiveDocument(owner, top.id)).isArchived).toBe(true);
    expect(await titles(owner, null)).toBe('before after');
    expect([await total(owner, 'all'), await total(owner, 'archived')]).toEqual([2, 3]);
    expect((await searchDocuments(owner, { keyword: 'rarewordtop', page: 1, limit: 10 })).total).toBe(0);
    expect(await archived(owner, leaf.id)).toBe(true);
    expect((await restoreDocument(owner, top.id)).isArchived).toBe(false);
    expect(await titles(owner, null)).toBe('before top after');
    expect(await archived(owner, leaf.id)).toBe(false);
    expect((await searchDocuments(owner, { keyword: 'rarewordtop', page: 1, limit: 10 })).total).toBe(1);
  });

  test('restoring brings back what went with that act, and nothing that was archived before', async () => {
    const owner = await buildUser();
    const { top, middle, leaf } = await branch(owner);
    await archiveDocument(owner, leaf.id);
    await archiveDocument(owner, top.id);
    expect(
      (await listArchive(owner, { page: 1, limit: 10 })).items.map(({ title, alongCount }) => [title, alongCount]),
    ).toEqual(
      expect.arrayContaining([
        ['leaf', 0],
        ['top', 1],
      ]),
    );
    await restoreDocument(owner, top.id);
    expect([await archived(owner, middle.id), await archived(owner, leaf.id)]).toEqual([false, true]);
    await restoreDocument(owner, leaf.id);
    expect((await getDocument(owner, leaf.id)).parentId).toBe(middle.id);
    expect(await outcomeOf(restoreDocument(owner, leaf.id))).toBe('documentExists');
  });

  test('what is restored below an archived parent goes to the root', async () => {
    const owner = await buildUser();
    const { top, middle, leaf } = await branch(owner);
    await archiveDocument(owner, top.id);
    await restoreDocument(owner, middle.id);
    expect(await titles(owner, null)).toBe('middle');
    expect((await getDocument(owner, leaf.id)).parentId).toBe(middle.id);
    expect(await archived(owner, top.id)).toBe(true);
    await expectSoundTree(owner);
    await deleteDocument(owner, top.id);
    expect(await titles(owner, null)).toBe('middle');
  });

  test('D5: readers and editors lose it, strangers learn nothing, only the owner acts', async () => {
    const { olga, edith, rhea, sven, document } = await buildCast();
    expect(await outcomeOf(archiveDocument(edith, document.id))).toBe('documentAccessDenied');
    expect(await outcomeOf(archiveDocument(rhea, document.id))).toBe('documentAccessDenied');
    expect(await outcomeOf(archiveDocument(sven, document.id))).toBe('documentNotFound');
    expect(await outcomeOf(deleteDocument(edith, document.id))).toBe('documentAccessDenied');
    await archiveDocument(olga, document.id);
    for (const actor of [edith, rhea, sven]) {
      expect(await outcomeOf(getDocument(actor, document.id))).toBe('documentNotFound');
      expect(await outcomeOf(restoreDocument(actor, document.id))).toBe('documentNotFound');
      expect(await outcomeOf(deleteDocument(actor, document.id))).toBe('documentNotFound');
      expect([await total(actor, 'all'), await total(actor, 'archived')]).toEqual([0, 0]);
    }
    await restoreDocument(olga, document.id);
    expect((await getDocument(rhea, document.id)).permission).toBe('READ');
  });

  test('nobody changes what is archived, not even its owner', async () => {
    const owner = await buildUser();
    const { top, middle } = await branch(owner);
    const free = await buildDocument({ owner });
    await archiveDocument(owner, top.id);
    const attempts = [
      updateDocument(owner, top.id, { title: 'x', autosave: false }),
      updateDocument(owner, top.id, { isStarred: true, autosave: false }),
      moveDocument(owner, { id: middle.id, targetId: null, dropPosition: 0 }),
      moveDocument(owner, { id: free.id, targetId: top.id, dropPosition: 0 }),
      moveDocument(owner, { id: free.id, targetId: top.id, dropPosition: 1 }),
      shareDocument(owner, top.id, { email: newEmail(), permission: 'READ' }),
    ];
    for (const outcome of await Promise.all(attempts.map(outcomeOf))) expect(outcome).toBe('documentAccessDenied');
    expect((await getDocument(owner, top.id)).title).toBe('top');
  });

  test('only the archived is deleted, with all below it and all that belongs to it', async () => {
    const owner = await buildUser();
    const { top, middle, leaf } = await branch(owner);
    await shareDocument(owner, leaf.id, { email: newEmail(), permission: 'READ' });
    expect(await outcomeOf(deleteDocument(owner, top.id))).toBe('notArchived');
    await archiveDocument(owner, top.id);
    await deleteDocument(owner, top.id);
    for (const { id } of [top, middle, leaf]) expect(await outcomeOf(getDocument(owner, id))).toBe('documentNotFound');
    expect(await outcomeOf(restoreDocument(owner, top.id))).toBe('documentNotFound');
  });

  test('emptying deletes one’s own archive and nothing else', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const { top, middle, leaf } = await branch(owner);
    const theirs = await branch(other);
    await archiveDocument(other, theirs.top.id);
    await archiveDocument(owner, leaf.id);
    expect(await emptyArchive(owner)).toBe(1);
    expect(await outcomeOf(getDocument(owner, leaf.id))).toBe('documentNotFound');
    expect(await archived(owner, middle.id)).toBe(false);
    expect((await getDocument(owner, top.id)).isLeaf).toBe(false);
    expect(await total(other, 'archived')).toBe(3);
  });

  test('emptying leaves a document that an older version did not archive, at the end of the roots', async () => {
    const owner = await buildUser();
    const { top, middle } = await branch(owner);
    await archiveDocument(owner, top.id);
    const roots = [await buildDocument({ owner }), await buildDocument({ owner })].map(({ id }) => id);
    await execute('UPDATE documents SET archived_at = NULL, archive_root_id = NULL WHERE id = $id', { id: middle.id });
    expect(await emptyArchive(owner)).toBe(2);
    expect((await listChildren(owner, null)).map(({ id }) => id)).toEqual([...roots, middle.id]);
    await expectSoundTree(owner);
  });

  test('archiving or restoring twice changes nothing more', async () => {
    const owner = await buildUser();
    const { top } = await branch(owner);
    await archiveDocument(owner, top.id);
    expect(await outcomeOf(archiveDocument(owner, top.id))).toBe('ok');
    await restoreDocument(owner, top.id);
    expect(await outcomeOf(restoreDocument(owner, top.id))).toBe('documentExists');
    expect(await total(owner, 'all')).toBe(3);
  });
});
