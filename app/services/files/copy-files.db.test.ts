import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { setCover } from '#app/services/documents/cover.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { removeFile } from '#app/services/files/remove-file.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

async function illustrated(owner: Actor) {
  const document = await buildDocument({ owner, title: 'Beds' });
  const bytes = Readable.from([Buffer.from('north bed')]);
  const file = await saveUpload(owner, { fileName: 'bed.txt', ext: 'txt', docId: document.id }, bytes);
  await updateDocument(owner, document.id, { content: `[Bed](${file.downloadUrl})`, autosave: false });
  await setCover(owner, document.id, { url: file.downloadUrl, scrollY: 30 });
  return { document, file };
}

describeOnBoth('a duplicate of a document with files', () => {
  test('has files of its own, named in its text and on its cover', async () => {
    const owner = await buildUser();
    const { document, file } = await illustrated(owner);
    const copy = await duplicateDocument(owner, document.id);
    const [copied] = (await listFiles(owner, copy.id)).files;
    expect(copied!.id).not.toBe(file.id);
    const { content, coverImage } = await getDocument(owner, copy.id);
    expect([content, coverImage]).toEqual([`[Bed](${copied!.downloadUrl})`, { url: copied!.downloadUrl, scrollY: 30 }]);
    await removeFile(owner, file.id);
    expect(await text(await (await openFile(owner, copied!.id)).read())).toBe('north bed');
  });

  test('a reader’s copy is the reader’s, bytes too', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const { document, file } = await illustrated(owner);
    await buildShare({ owner, document, to: reader });
    const copy = await duplicateDocument(reader, document.id);
    await removeFile(owner, file.id);
    const [copied] = (await listFiles(reader, copy.id)).files;
    expect(await text(await (await openFile(reader, copied!.id)).read())).toBe('north bed');
  });
});
