import { expect, test } from 'vitest';
import { documentQuery } from '#app/schemas/documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { emptyArchive } from '#app/services/documents/empty-archive.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

async function totalOf(actor: Actor, scope: string): Promise<number> {
  return (await listDocuments(actor, documentQuery.parse({ scope }))).total;
}

/** Compares the stored totals with counted ones and returns them. */
async function expectRight(actor: Actor): Promise<{ own: number; archived: number }> {
  const count = async (state: string) => {
    const [row] = await select<{ n: number }>(
      `SELECT COUNT(*) AS n FROM documents WHERE owner_id = $me AND archived_at IS ${state}`,
      { me: actor.id },
    );
    return Number(row!.n);
  };
  const counted = { own: await count('NULL'), archived: await count('NOT NULL') };
  expect({ own: await totalOf(actor, 'own'), archived: await totalOf(actor, 'archived') }).toEqual(counted);
  return counted;
}

describeOnBoth('the totals of lists', () => {
  test('follow whatever happens to documents, one by one and branch by branch', async () => {
    const owner = await buildUser();
    expect(await expectRight(owner)).toEqual({ own: 0, archived: 0 });
    const top = await buildDocument({ owner });
    for (let nth = 0; nth < 3; nth++) await buildDocument({ owner, parent: top });
    expect(await expectRight(owner)).toEqual({ own: 4, archived: 0 });
    const copy = await duplicateDocument(owner, top.id);
    expect(await expectRight(owner)).toEqual({ own: 8, archived: 0 });
    await archiveDocument(owner, top.id);
    expect(await expectRight(owner)).toEqual({ own: 4, archived: 4 });
    await archiveDocument(owner, copy.id);
    await restoreDocument(owner, top.id);
    expect(await expectRight(owner)).toEqual({ own: 4, archived: 4 });
    await updateDocument(owner, top.id, { title: 'Another', autosave: false });
    await archiveDocument(owner, top.id);
    await deleteDocument(owner, top.id);
    expect(await expectRight(owner)).toEqual({ own: 0, archived: 4 });
    await emptyArchive(owner);
    expect(await expectRight(owner)).toEqual({ own: 0, archived: 0 });
  });

  test('hold for many at once', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner });
    await Promise.all(Array.from({ length: 12 }, () => buildDocument({ owner, parent: top })));
    expect(await expectRight(owner)).toEqual({ own: 13, archived: 0 });
  });

  test('tell own and shared documents, and what of both is starred', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const shared = await buildDocument({ owner });
    const below = await buildDocument({ owner, parent: shared });
    await buildShare({ owner, document: shared, to: reader, permission: 'READ' });
    const own = await buildDocument({ owner: reader });
    for (const { id } of [below, own]) await updateDocument(reader, id, { isStarred: true, autosave: false });
    await updateDocument(owner, shared.id, { isStarred: true, autosave: false });
    const totals = ['all', 'own', 'shared', 'starred', 'archived'].map((scope) => totalOf(reader, scope));
    expect(await Promise.all(totals)).toEqual([3, 1, 2, 2, 0]);
  });

  test('sorting by position counts through every level', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'top' });
    for (const title of ['a', 'b']) await buildDocument({ owner, parent: top, title });
    const { items } = await listDocuments(owner, documentQuery.parse({ sort: 'position', order: 'asc' }));
    const places = items.map(({ position }) => position);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(items).toHaveLength(3);
  });
});
