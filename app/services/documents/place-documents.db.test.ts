import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { prepareNewText } from '#app/services/documents/document-text.ts';
import { newDocumentSteps } from '#app/services/documents/new-documents.ts';
import { placeDocuments } from '#app/services/documents/place-documents.ts';
import { newId } from '#app/services/new-id.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { removeShare } from '#app/services/shares/change-share.ts';
import { select } from '#db/connection.ts';
import { BatchRefused, writeBatch } from '#db/write-batch.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { titlesOf, treeOf } from '#tests/support/uploads.ts';

/** Places two children and a grandchild; `write` creates them. */
async function place(actor: Actor, parentId: string | null) {
  const [first, second, below] = [newId(), newId(), newId()];
  const wanted = [
    { id: first, parentId, title: 'First' },
    { id: second, parentId, title: 'Second' },
    { id: below, parentId: first, title: 'Below' },
  ];
  const text = await prepareNewText(actor.id, `quokka [second](/doc/${second})`);
  const { places, steps } = await placeDocuments(actor, wanted);
  const rows = wanted.map(({ id, title }, nth) => ({ id, title, text, ...places[nth]! }));
  return { ids: [first, second, below], write: () => writeBatch([...steps, ...newDocumentSteps(actor, rows)]) };
}

describeOnBoth('documents created in one batch', () => {
  test('stand behind the children of their parent, with texts, links, history and index', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'Top' });
    await buildDocument({ owner, parent: top, title: 'Known' });
    const { ids, write } = await place(owner, top.id);
    await write();
    const { write: writeRoots } = await place(owner, null);
    await writeRoots();
    expect(titlesOf(await treeOf(owner, null))).toEqual([
      ['Top', ['Known'], ['First', ['Below']], ['Second']],
      ['First', ['Below']],
      ['Second'],
    ]);
    const rows = await select<{ links: number; revisions: number; seen: number; owner: string }>(
      `SELECT (SELECT COUNT(*) FROM links WHERE from_id = documents.id) AS links,
         (SELECT COUNT(*) FROM revisions WHERE document_id = documents.id AND version = 1) AS revisions,
         (SELECT seen_version FROM reader_states WHERE document_id = documents.id) AS seen, owner_id AS owner
       FROM documents WHERE id IN ($first, $second, $below) ORDER BY title`,
      { first: ids[0], second: ids[1], below: ids[2] },
    );
    // A document does not link to itself.
    expect(rows.map((row) => [Number(row.links), Number(row.revisions), row.seen, row.owner])).toEqual([
      [1, 1, 1, owner.id],
      [1, 1, 1, owner.id],
      [0, 1, 1, owner.id],
    ]);
    const found = await searchDocuments(owner, { keyword: 'quokka', page: 1, limit: 10 });
    expect(found.items.map(({ title }) => title).sort()).toEqual([
      'Below',
      'Below',
      'First',
      'First',
      'Second',
      'Second',
    ]);
  });

  test('are refused if a sibling was added, or access was revoked, after they were placed; nothing is left', async () => {
    const [owner, guest] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner });
    await buildShare({ owner, document: top, to: guest.email, permission: 'EDIT' });
    const beside = await place(guest, top.id);
    await buildDocument({ owner, parent: top, title: 'Meanwhile' });
    await expect(beside.write()).rejects.toThrow(BatchRefused);
    const roots = await place(owner, null);
    await buildDocument({ owner, title: 'Another' });
    await expect(roots.write()).rejects.toThrow(BatchRefused);
    const revoked = await place(guest, top.id);
    await removeShare(owner, top.id, { userId: guest.id });
    await expect(revoked.write()).rejects.toThrow(BatchRefused);
    const closed = await placeDocuments(guest, [
      { id: newId(), parentId: top.id },
      { id: 'mine', parentId: null },
      { id: newId(), parentId: 'mine' },
    ]);
    expect(closed.places.map((found) => found?.siblings.ownerId)).toEqual([undefined, guest.id, guest.id]);
    expect(titlesOf(await treeOf(owner, null))).toEqual([[top.title, ['Meanwhile']], ['Another']]);
  });
});
