import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { takeCopy } from '#app/services/documents/take-copy.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

/** Builds Ada's project with a document "plan" by Ben, Ada's "review" in it, and Ben's "answers" below that. */
async function project() {
  const [ada, ben] = [await buildUser(), await buildUser()];
  const top = await buildDocument({ owner: ada, title: 'Project' });
  await buildShare({ owner: ada, document: top, to: ben, permission: 'EDIT' });
  const plan = await buildDocument({ owner: ben, parent: top, title: 'Plan' });
  const review = await buildDocument({ owner: ada, parent: plan, title: 'Review' });
  const answers = await buildDocument({
    owner: ben,
    parent: review,
    title: 'Answers',
    content: `[up](/doc/${plan.id})`,
  });
  const file = await saveUpload(
    ben,
    { fileName: 'sketch.txt', ext: 'txt', docId: plan.id },
    Readable.from([Buffer.from('a sketch')]),
  );
  await updateDocument(ben, plan.id, { content: `[Sketch](${file.downloadUrl})`, icon: '🗺️', autosave: false });
  return { ada, ben, top, plan, review, answers };
}

describeOnBoth('a copy of one’s own work in another’s tree', () => {
  test('takes what the actor created to their top level, with icons, texts and files; others’ work stays', async () => {
    const { ada, ben, plan } = await project();
    const copy = await takeCopy(ben, plan.id);
    expect(copy).toMatchObject({ title: 'Plan', icon: '🗺️', parentId: null, owner: { email: ben.email } });
    const [answers, ...more] = await listChildren(ben, copy.id);
    expect([answers!.title, more]).toEqual(['Answers', []]);
    expect((await getDocument(ben, answers!.id)).content).toBe(`[up](/doc/${copy.id})`);
    const [file] = (await listFiles(ben, copy.id)).files;
    expect((await getDocument(ben, copy.id)).content).toBe(`[Sketch](${file!.downloadUrl})`);
    await archiveDocument(ada, plan.id);
    expect(await text(await (await openFile(ben, file!.id)).read())).toBe('a sketch');
    expect(await listShares(ben, copy.id)).toEqual([]);
  });

  test('is offered for what one created and does not own, while one may read it', async () => {
    const { ada, ben, top, plan, review, answers } = await project();
    const offered = async (actor: typeof ben, { id }: { id: string }) => (await openDocument(actor, id)).isOwnWork;
    expect([await offered(ben, plan), await offered(ben, answers)]).toEqual([true, true]);
    expect([await offered(ben, top), await offered(ben, review)]).toEqual([false, false]);
    expect([await offered(ada, plan), await offered(ada, top)]).toEqual([false, false]);
    for (const { id } of [top, review]) expect(await outcomeOf(takeCopy(ben, id))).toBe('documentAccessDenied');
    expect(await outcomeOf(takeCopy(ada, plan.id))).toBe('documentAccessDenied');
    expect(await outcomeOf(takeCopy(await buildUser(), plan.id))).toBe('documentNotFound');
    await archiveDocument(ada, plan.id);
    expect(await outcomeOf(takeCopy(ben, plan.id))).toBe('documentNotFound');
    expect(await listChildren(ben, null)).toEqual([]);
  });
});
