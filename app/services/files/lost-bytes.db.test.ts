import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { handOverDocument } from '#app/services/accounts/hand-over-document.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { listTakeouts } from '#app/services/takeouts/open-takeout.ts';
import { awaitTakeouts, takeoutKey } from '#app/services/takeouts/pack-takeouts.ts';
import { exportAccount } from '#app/services/transfer/export/export-account.ts';
import { exportFolder } from '#app/services/transfer/export/export-folder.ts';
import { onceAround } from '#tests/support/between.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { readZip } from '#tests/support/zip.ts';

const DAY = 24 * 3600;

async function attach(owner: Actor, docId: string, content: string) {
  const upload = { fileName: `${content}.txt`, ext: 'txt', docId };
  const { id } = await saveUpload(owner, upload, Readable.from([Buffer.from(content)]));
  return { id, key: blobKey((await findFileRow(id))!) };
}

/** Builds a document with two files, of which the bytes of one are lost, and an editor. */
async function given() {
  const [owner, editor] = [await buildUser(), await buildUser()];
  const document = await buildDocument({ owner, title: 'Garden' });
  const { id } = document;
  const lost = await attach(owner, id, `lost ${id}`);
  const kept = await attach(owner, id, `kept ${id}`);
  await storage().remove(lost.key);
  await buildShare({ owner, document, to: editor, permission: 'EDIT' });
  return { owner, editor, id, lost, kept };
}

const namesOf = async (actor: Actor, id: string) =>
  (await listFiles(actor, id)).files.map(({ fileName }) => fileName.split(' ')[0]).sort();

describeOnBoth('a file whose bytes are lost', () => {
  test('is left out of a copy by somebody else', async () => {
    const { editor, id } = await given();
    expect(await namesOf(editor, (await duplicateDocument(editor, id)).id)).toEqual(['kept']);
  });

  test('goes to the next owner as it is', async () => {
    const { owner, editor, id, lost, kept } = await given();
    await handOverDocument(owner, id, editor.id);
    for (const file of [lost, kept]) expect(await findFileRow(file.id)).toMatchObject({ ownerId: editor.id });
    expect(await namesOf(editor, id)).toEqual(['kept', 'lost']);
  });

  test('is left out of an export, which counts it', async () => {
    const { owner } = await given();
    const folder = mkdtempSync(join(DATA_DIR, 'export-'));
    expect(await exportFolder(owner, { folder })).toMatchObject({ documents: 1, lostFiles: 1 });
    const attached = (names: string[]) => names.flatMap((name) => /(kept|lost) \w+\.txt$/.exec(name)?.[1] ?? []);
    expect(attached(readdirSync(folder, { recursive: true }) as string[])).toEqual(['kept']);
    const zip = await readZip(await exportAccount(owner));
    expect(attached([...zip.keys()])).toEqual(['kept']);
    expect([...zip.keys()]).toContain('account.json');
  });

  test('is left out of a takeout, which is packed', async () => {
    const { owner, editor, id } = await given();
    const child = await createDocument(editor, { title: 'Child', content: '', parentId: id });
    const lost = await attach(editor, child.id, `child ${id}`);
    await storage().remove(lost.key);
    await archiveDocument(owner, id);
    await deleteDocument(owner, id);
    await awaitTakeouts();
    const [takeout] = await listTakeouts(editor);
    expect(takeout).toMatchObject({ documents: 1 });
    expect(await storage().sizeOf(takeoutKey(takeout!.id))).toBeGreaterThan(0);
  });

  test('does not hold up the purge of its account, nor an account that fails the others', async () => {
    const clock = stopClock();
    const [first, second] = [await given(), await given()];
    for (const { editor, id } of [first, second])
      await updateDocument(editor, id, { content: 'By the editor', autosave: false });
    await deleteAccounts(OPERATOR, [first.owner.id]);
    clock.advance(DAY);
    await deleteAccounts(OPERATOR, [second.owner.id]);
    clock.advance(30 * DAY);
    const refuse = () => Promise.reject(new Error('refused on purpose'));
    onceAround('copy', first.kept.key, { before: refuse });
    expect(await purgeAccounts(OPERATOR)).toMatchObject([{ id: second.owner.id }]);
    expect(await purgeAccounts(OPERATOR)).toMatchObject([{ id: first.owner.id }]);
    expect(await namesOf(first.editor, first.id)).toEqual(['kept', 'lost']);
  });
});
