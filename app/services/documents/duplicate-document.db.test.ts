import { expect, test } from 'vitest';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
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

  test('what is archived or not to be seen is not copied', async () => {
    const { owner, top } = await garden();
    expect(await outcomeOf(duplicateDocument(await buildUser(), top.id))).toBe('documentNotFound');
    await archiveDocument(owner, top.id);
    expect(await outcomeOf(duplicateDocument(owner, top.id))).toBe('documentAccessDenied');
  });
});
