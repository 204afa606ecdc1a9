import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { viewDocument } from '#app/services/documents/get-document.ts';
import { listRecent, ownsDocuments } from '#app/services/documents/home-lists.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { importFiles, titlesOf, treeOf } from '#tests/support/uploads.ts';

const recent = async (who: Actor) => (await listRecent(who, { page: 1, limit: 50 })).items.map(({ title }) => title);

describeOnBoth('recent documents', () => {
  test('are those a person wrote or opened, not imported and copied ones', async () => {
    const owner = await buildUser();
    expect([await recent(owner), await ownsDocuments(owner)]).toEqual([[], false]);
    await importFiles(owner, { 'Leaf.md': '# Leaf', 'Root.md': '# Root' });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Leaf'], ['Root']]);
    expect([await recent(owner), await ownsDocuments(owner)]).toEqual([[], true]);
    const top = await buildDocument({ owner, title: 'Plan' });
    await buildDocument({ owner, title: 'Step', parent: top });
    const copy = await duplicateDocument(owner, top.id);
    expect(await recent(owner)).toEqual(['Step', 'Plan']);
    await viewDocument(owner, copy.id);
    await expect.poll(() => recent(owner)).toEqual([copy.title, 'Step', 'Plan']);
  });
});
