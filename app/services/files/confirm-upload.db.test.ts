import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { removeProfileImage } from '#app/services/accounts/profile-image.ts';
import { confirmUpload } from '#app/services/files/confirm-upload.ts';
import { blobKey, downloadUrlOf, incomingKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { storeBytes } from '#app/services/files/receive-upload.ts';
import { openUpload } from '#app/services/files/request-upload.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';

const DAY = 24 * 3600;
const note = { fileName: 'note.txt', ext: 'txt' };
const bytes = (content: string) => Readable.from([Buffer.from(content)]);

async function putUpload(content: string) {
  const owner = await buildUser();
  const upload = await openUpload(owner, note);
  const put = (next: string) => storeBytes(incomingKey(upload), bytes(next), { type: 'text/plain', max: 1e6 });
  await put(content);
  const confirmation = { ...upload, downloadUrl: downloadUrlOf(upload.fileId) };
  return { owner, upload, put, confirm: () => confirmUpload(owner, confirmation) };
}

describeOnBoth('confirming an upload', () => {
  test('G4: what is put while it is looked at never takes the place of what was looked at', async () => {
    for (let round = 0; round < repeats(4, 12); round += 1) {
      const looked = `what was looked at ${round}`.repeat(1000);
      const { upload, put, confirm } = await putUpload(looked);
      const others = Array.from({ length: 6 }, (_, n) => put(`put meanwhile ${n}`).catch(() => undefined));
      await Promise.all([outcomeOf(confirm()), ...others]);
      if ((await findFileRow(upload.fileId))!.confirmedAt === null) await confirm();
      const row = (await findFileRow(upload.fileId))!;
      expect(row.confirmedAt).not.toBeNull();
      const stored = await text(await storage().read(blobKey(row)));
      expect(createHash('sha256').update(stored).digest('base64url')).toBe(row.contentHash);
      const known = [looked, ...Array.from({ length: 6 }, (_, n) => `put meanwhile ${n}`)];
      expect(known).toContain(stored);
    }
  });

  test('G4: other bytes than those that were looked at are not put in their place', async () => {
    const { upload, put } = await putUpload('first');
    const stamp = await storage().stampOf(incomingKey(upload));
    await put('other');
    await expect(storage().place(incomingKey(upload), 'blobs/placed/x', stamp)).rejects.toThrow('written again');
    expect(await storage().sizeOf('blobs/placed/x')).toBeNull();
  });

  test('G5: while it is pruned, it becomes a file with its bytes or none at all', async () => {
    const clock = stopClock(new Date());
    const uploads = await Promise.all(Array.from({ length: 8 }, (_, n) => putUpload(`bed ${n} `.repeat(5000))));
    clock.advance(DAY);
    const confirmed = uploads.map(({ confirm }) => confirm());
    const [counts] = await Promise.all([tally(confirmed), pruneFiles()]);
    expect(Object.keys(counts).every((outcome) => ['ok', 'fileNotFound', 'uploadFailed'].includes(outcome))).toBe(true);
    for (const { upload } of uploads) {
      const row = await findFileRow(upload.fileId);
      if (row) expect([row.confirmedAt !== null, await storage().sizeOf(blobKey(row))]).toEqual([true, row.size]);
    }
  });

  test('G5: bytes that went missing meanwhile are 5002, and the upload can be sent again', async () => {
    const { upload, put, confirm } = await putUpload('north bed');
    rmSync(join(DATA_DIR, 'uploads', incomingKey(upload)));
    expect(await outcomeOf(confirm())).toBe('fileNotFound');
    await put('north bed');
    expect(await outcomeOf(confirm())).toBe('ok');
  });

  test('the picture an account was shown by goes thirty days after it was taken away', async () => {
    const clock = stopClock(new Date());
    const ada = await buildUser();
    const file = await saveUpload(ada, note, bytes('a picture'));
    await execute('UPDATE users SET image_url = $url WHERE id = $id', { url: file.downloadUrl, id: ada.id });
    await removeProfileImage(ada);
    clock.advance(30 * DAY - 1);
    await pruneFiles();
    expect(await findFileRow(file.id)).not.toBeNull();
    clock.advance(1);
    await pruneFiles();
    expect(await findFileRow(file.id)).toBeNull();
  });
});
