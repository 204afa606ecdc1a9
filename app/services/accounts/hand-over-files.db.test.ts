import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { handOverDocument } from '#app/services/accounts/hand-over-document.ts';
import type { Actor } from '#app/services/actor.ts';
import { confirmUpload } from '#app/services/files/confirm-upload.ts';
import { blobKey, downloadUrlOf, incomingKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { storeBytes } from '#app/services/files/receive-upload.ts';
import { removeFile } from '#app/services/files/remove-file.ts';
import { openUpload } from '#app/services/files/request-upload.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { onceAround } from '#tests/support/between.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const bytes = (content: string) => Readable.from([Buffer.from(content)]);
const note = { fileName: 'note.txt', ext: 'txt' };

async function given() {
  const [owner, heir] = [await buildUser(), await buildUser()];
  const document = await buildDocument({ owner });
  await buildShare({ owner, document, to: heir, permission: 'EDIT' });
  return { owner, heir, docId: document.id, handOver: () => handOverDocument(owner, document.id, heir.id) };
}

async function putUpload(owner: Actor, docId: string, content: string) {
  const upload = await openUpload(owner, { ...note, docId });
  await storeBytes(incomingKey(upload), bytes(content), { type: 'text/plain', max: 1e6 });
  const confirm = () => confirmUpload(owner, { ...upload, downloadUrl: downloadUrlOf(upload.fileId) });
  return { upload, confirm };
}

const readBy = async (actor: Actor, id: string) => text(await (await openFile(actor, id)).read());

describeOnBoth('the files of a document that is handed over', () => {
  test('come along if one is confirmed while the others are copied', async () => {
    const { owner, heir, docId, handOver } = await given();
    const ready = await saveUpload(owner, { ...note, docId }, bytes('ready'));
    const { upload, confirm } = await putUpload(owner, docId, 'late');
    onceAround('copy', blobKey((await findFileRow(ready.id))!), { after: confirm });
    await handOver();
    expect(await findFileRow(upload.fileId)).toMatchObject({ ownerId: heir.id, size: 4 });
    expect([await readBy(heir, ready.id), await readBy(heir, upload.fileId)]).toEqual(['ready', 'late']);
  });

  test('come along if the handover overtakes a confirmation', async () => {
    const { owner, heir, docId, handOver } = await given();
    const { upload, confirm } = await putUpload(owner, docId, 'overtaken');
    onceAround('stampOf', incomingKey(upload), { before: handOver });
    await confirm();
    expect(await findFileRow(upload.fileId)).toMatchObject({ ownerId: heir.id, size: 9 });
    expect(await readBy(heir, upload.fileId)).toBe('overtaken');
  });

  test('come along if the next owner removes equal bytes meanwhile', async () => {
    const { owner, heir, docId, handOver } = await given();
    const file = await saveUpload(owner, { ...note, docId }, bytes('equal'));
    const own = await saveUpload(heir, note, bytes('equal'));
    const key = blobKey((await findFileRow(own.id))!);
    onceAround('sizeOf', key, { after: () => removeFile(heir, own.id) });
    await handOver();
    expect([await storage().sizeOf(key), await readBy(heir, file.id)]).toEqual([5, 'equal']);
  });
});
