import { expect, test } from 'vitest';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { beginDocument } from '#app/services/documents/begin-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { plantSample } from '#app/services/sample/sample-tree.ts';
import { createFromTemplate } from '#app/services/templates/templates.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const form = { title: 'Plan', parentId: null, key: '1764025200000' };

describeOnBoth('a form that creates a document', () => {
  test('posted again, or several times at once, leads to the document of the first post', async () => {
    const ada = await buildUser();
    const made = await Promise.all([1, 2, 3].map(() => beginDocument(ada, form)));
    made.push(await beginDocument(ada, form));
    expect(new Set(made).size).toBe(1);
    expect((await listChildren(ada, null)).map(({ id }) => id)).toEqual([made[0]]);
  });

  test('is another form with another title, parent, key or person, and without a key', async () => {
    const [ada, ben] = [await buildUser(), await buildUser()];
    const parent = await buildDocument({ owner: ada });
    await buildShare({ owner: ada, document: parent, to: ben, permission: 'EDIT' });
    const made = [
      await beginDocument(ada, form),
      await beginDocument(ada, { ...form, title: 'Diary' }),
      await beginDocument(ada, { ...form, parentId: parent.id }),
      await beginDocument(ben, { ...form, parentId: parent.id }),
      await beginDocument(ada, { ...form, key: '1764025200001' }),
      await beginDocument(ada, { ...form, key: undefined }),
      await beginDocument(ada, { ...form, key: undefined }),
    ];
    expect(new Set(made).size).toBe(made.length);
  });

  test('creates another document once the first one is written in or archived', async () => {
    const ada = await buildUser();
    const first = await beginDocument(ada, form);
    await updateDocument(ada, first, { content: 'Sow', autosave: true });
    const second = await beginDocument(ada, form);
    await archiveDocument(ada, second);
    const third = await beginDocument(ada, form);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await beginDocument(ada, form)).toBe(third);
  });

  test('from a template, or the sample, creates it once', async () => {
    const ada = await buildUser();
    const use = { templateId: 'arbor-meeting', title: 'Monday', parentId: null, key: form.key };
    const made = await Promise.all([1, 2].map(() => createFromTemplate(ada, use, 'en')));
    const planted = await Promise.all([1, 2].map(() => plantSample(ada, ((key: string) => key) as never)));
    expect([new Set(made).size, new Set(planted).size]).toEqual([1, 1]);
    expect((await listChildren(ada, null)).map(({ id }) => id)).toEqual([made[0], planted[0]]);
    await archiveDocument(ada, planted[0]!);
    expect(await plantSample(ada, ((key: string) => key) as never)).not.toBe(planted[0]);
  });
});
