import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listRevisions } from '#app/services/documents/history.ts';
import { tickDocumentTask } from '#app/services/documents/tick-document-task.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const LIST = '# Spring\n\n- [ ] dig\n- [ ] sow\n- [x] rest\n';
const contentOf = async (actor: Actor, id: string) => (await getDocument(actor, id)).content;
const save = (actor: Actor, id: string, content: string) => updateDocument(actor, id, { content, autosave: false });

describeOnBoth('ticking a task while reading', () => {
  test('changes its mark, as a version and a revision like any save', async () => {
    const owner = await buildUser();
    const { id, version } = await buildDocument({ owner, content: LIST });
    await tickDocumentTask(owner, id, { index: 1, checked: true });
    expect(await getDocument(owner, id)).toMatchObject({
      content: LIST.replace('[ ] sow', '[x] sow'),
      version: version + 1,
    });
    expect((await listRevisions(owner, id, { page: 1, limit: 10 })).total).toBe(2);
    await tickDocumentTask(owner, id, { index: 1, checked: true });
    expect((await getDocument(owner, id)).version).toBe(version + 1);
    await tickDocumentTask(owner, id, { index: 2, checked: false });
    expect(await contentOf(owner, id)).toBe('# Spring\n\n- [ ] dig\n- [x] sow\n- [ ] rest\n');
  });

  test('is for those who may edit, of what is not archived', async () => {
    const { olga, edith, rhea, nora, sven, document } = await buildCast();
    await save(olga, document.id, LIST);
    const by = (actor: Actor) => outcomeOf(tickDocumentTask(actor, document.id, { index: 0, checked: true }));
    expect([await by(rhea), await by(nora), await by(sven)]).toEqual([
      'documentAccessDenied',
      'documentNotFound',
      'documentNotFound',
    ]);
    expect(await contentOf(olga, document.id)).toBe(LIST);
    await tickDocumentTask(edith, document.id, { index: 0, checked: true });
    await archiveDocument(olga, document.id);
    expect(await by(olga)).toBe('documentAccessDenied');
  });

  test('finds the task that was seen, wherever others have moved it since', async () => {
    const owner = await buildUser();
    const { id, version: baseVersion } = await buildDocument({ owner, content: LIST });
    await save(owner, id, '- [ ] sow\n- [ ] new\n- [ ] dig deeper\n\n- [ ] dig\n');
    await tickDocumentTask(owner, id, { index: 1, checked: true, baseVersion });
    await tickDocumentTask(owner, id, { index: 0, checked: true, baseVersion });
    expect(await contentOf(owner, id)).toBe('- [x] sow\n- [ ] new\n- [ ] dig deeper\n\n- [x] dig\n');
    const gone = tickDocumentTask(owner, id, { index: 2, checked: true, baseVersion });
    expect(await outcomeOf(gone)).toBe('validationFailed');
  });

  test('tells tasks of the same words apart by their order', async () => {
    const owner = await buildUser();
    const { id, version: baseVersion } = await buildDocument({ owner, content: '- [ ] a\n- [ ] b\n- [ ] a\n' });
    await save(owner, id, '- [ ] c\n- [ ] a\n- [ ] a\n');
    await tickDocumentTask(owner, id, { index: 2, checked: true, baseVersion });
    expect(await contentOf(owner, id)).toBe('- [ ] c\n- [ ] a\n- [x] a\n');
  });

  test('neighbours ticked from the same page at the same moment are both ticked', async () => {
    const owner = await buildUser();
    const { id, version: baseVersion } = await buildDocument({ owner, content: LIST });
    const tick = (index: number) => tickDocumentTask(owner, id, { index, checked: true, baseVersion });
    await Promise.all([tick(0), tick(1)]);
    expect(await contentOf(owner, id)).toBe(LIST.replaceAll('[ ]', '[x]'));
  });

  test('a version that never was is a conflict', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, content: LIST });
    expect(await outcomeOf(tickDocumentTask(owner, id, { index: 0, checked: true, baseVersion: 99 }))).toBe('conflict');
    expect(await contentOf(owner, id)).toBe(LIST);
  });

  test('a task that is not there is refused', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, content: '```\n- [ ] code\n```\n' });
    expect(await outcomeOf(tickDocumentTask(owner, id, { index: 0, checked: true }))).toBe('validationFailed');
  });
});
