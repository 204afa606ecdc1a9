import { expect, test } from 'vitest';
import { archiveDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { removeShare } from '#app/services/shares/change-share.ts';
import { listImports } from '#app/services/transfer/import/list-imports.ts';
import { undoImport } from '#app/services/transfer/import/undo-import.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { importFiles, titlesOf, treeOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const zip = buildZip([
  { path: 'top/index.md', text: '# Top' },
  { path: 'top/in/index.md', text: '# In' },
  { path: 'top/in/leaf.md', text: '# Leaf' },
]);

async function idOf(title: string): Promise<string> {
  const [row] = await select<{ id: string }>(
    'SELECT id FROM documents WHERE title = $title ORDER BY created_at DESC, id DESC',
    { title },
  );
  return row!.id;
}

describeOnBoth('undoing an import', () => {
  test('deletes all its documents and its report, wherever they are, and nothing else', async () => {
    const owner = await buildUser();
    const place = await buildDocument({ owner, title: 'Place' });
    const { id } = await importFiles(owner, { 'a.zip': zip, 'b.md': '# B' }, place.id);
    const other = await importFiles(owner, { 'c.md': '# C' }, place.id);
    await moveDocument(owner, { id: await idOf('Leaf'), targetId: null, dropPosition: 0 });
    await archiveDocument(owner, await idOf('In'));
    expect(await undoImport(owner, id)).toEqual({ removed: 4, archived: 0 });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Place', ['C']]]);
    expect((await listImports(owner)).map((entry) => entry.id)).toEqual([other.id]);
  });

  test('what was changed since goes to the archive, from where it can be restored', async () => {
    const owner = await buildUser();
    const { id } = await importFiles(owner, { 'a.zip': zip });
    const leaf = await idOf('Leaf');
    await updateDocument(owner, leaf, { content: 'Worked on', autosave: false });
    expect(await listImports(owner)).toMatchObject([{ documents: 3, present: 3, changed: 1 }]);
    expect(await undoImport(owner, id)).toEqual({ removed: 2, archived: 1 });
    expect(await treeOf(owner, null)).toEqual([]);
    await restoreDocument(owner, leaf);
    expect(await treeOf(owner, null)).toMatchObject([{ title: 'Leaf', content: 'Worked on' }]);
  });

  test('what was made or moved below it goes up to where the import was put', async () => {
    const owner = await buildUser();
    const place = await buildDocument({ owner, title: 'Place' });
    const { id } = await importFiles(owner, { 'a.zip': zip }, place.id);
    const own = await buildDocument({ owner, parent: await idOf('In'), title: 'Own' });
    await buildDocument({ owner, parent: own, title: 'Below own' });
    await undoImport(owner, id);
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Place', ['Own', ['Below own']]]]);
  });

  test('a place that was itself moved below the import becomes a root', async () => {
    const owner = await buildUser();
    const place = await buildDocument({ owner, title: 'Place' });
    const { id } = await importFiles(owner, { 'a.zip': zip }, place.id);
    const [top, leaf] = [await idOf('Top'), await idOf('Leaf')];
    await moveDocument(owner, { id: top, targetId: null, dropPosition: 0 });
    await moveDocument(owner, { id: place.id, targetId: leaf, dropPosition: 0 });
    await undoImport(owner, id);
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Place']]);
  });

  test('is for the one who imported, while they may edit there', async () => {
    const [owner, editor] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner, title: 'Shared' });
    const share = await buildShare({ owner, document, to: editor, permission: 'EDIT' });
    const { id } = await importFiles(editor, { 'a.zip': zip }, document.id);
    await expect(undoImport(owner, id)).rejects.toMatchObject({ error: 'notFound' });
    await removeShare(owner, document.id, { shareId: share.id });
    await expect(undoImport(editor, id)).rejects.toMatchObject({ error: 'documentNotFound' });
    await buildShare({ owner, document, to: editor, permission: 'EDIT' });
    expect(await undoImport(editor, id)).toEqual({ removed: 3, archived: 0 });
    await expect(undoImport(editor, id)).rejects.toMatchObject({ error: 'notFound' });
  });
});
