import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { setStorageLimit } from '#app/services/administration/set-storage-limit.ts';
import { confirmUpload } from '#app/services/files/confirm-upload.ts';
import { incomingKey } from '#app/services/files/file-entry.ts';
import { storeBytes } from '#app/services/files/receive-upload.ts';
import { openUpload } from '#app/services/files/request-upload.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { getStorageUse } from '#app/services/files/storage-use.ts';
import { models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const note = { fileName: 'note.txt', ext: 'txt' };
const textOf = (max: number) => ({ type: 'text/plain', max });
const limited = async (megabytes: number | null) => {
  const owner = await buildUser();
  await setStorageLimit({ via: 'cli', actor: null }, [owner.id], megabytes);
  return owner;
};

describeOnBoth('the storage of an account', () => {
  test('G3: uploads that are opened at the same time never promise more than is left', async () => {
    const owner = await limited(1);
    const tries = Array.from({ length: 8 }, () => outcomeOf(openUpload(owner, { ...note, size: 300_000 })));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === 'sizeLimitExceeded')).toHaveLength(5);
    expect(await getStorageUse(owner.id)).toEqual({ used: 900_000, limit: 1_000_000 });
  });

  test('G3: an upload that does not say its size may bring what is left and no more', async () => {
    const owner = await limited(1);
    await openUpload(owner, { ...note, size: 999_990 });
    const upload = await openUpload(owner, note);
    expect(await outcomeOf(openUpload(owner, note))).toBe('sizeLimitExceeded');
    const bytes = Readable.from([Buffer.from('eleven byte')]);
    await storeBytes(incomingKey(upload), bytes, { type: 'text/plain', max: 100 });
    const confirmation = { ...upload, downloadUrl: `/api/files/${upload.fileId}` };
    expect(await outcomeOf(confirmUpload(owner, confirmation))).toBe('sizeLimitExceeded');
    expect((await getStorageUse(owner.id)).used).toBe(999_990);
  });

  test('G3: an upload reserves while its URL is valid, and is counted again if it is finished later', async () => {
    const owner = await limited(1);
    const [kept, refused, open] = [
      await openUpload(owner, { ...note, size: 300_000 }),
      await openUpload(owner, { ...note, size: 300_000 }),
      await openUpload(owner, { ...note, size: 400_000 }),
    ];
    for (const { fileKey } of [kept, refused, open])
      await storeBytes(incomingKey({ fileKey }), Readable.from([Buffer.alloc(300_000, fileKey)]), textOf(300_000));
    expect(await outcomeOf(openUpload(owner, note))).toBe('sizeLimitExceeded');
    const { File } = await models();
    const lapsed = Date.now() + (24 * 60 - 10) * 60_000;
    for (const { fileId } of [kept, refused]) await File.update({ expiresAt: lapsed }, { where: { id: fileId } });
    expect((await getStorageUse(owner.id)).used).toBe(400_000);
    await openUpload(owner, { ...note, size: 250_000 });
    const confirm = (upload: typeof kept) =>
      outcomeOf(confirmUpload(owner, { ...upload, downloadUrl: `/api/files/${upload.fileId}` }));
    expect([await confirm(kept), await confirm(refused), await confirm(open)]).toEqual([
      'ok',
      'sizeLimitExceeded',
      'ok',
    ]);
    expect((await getStorageUse(owner.id)).used).toBe(850_000);
  });

  test('the same bytes count once, and without a limit anything goes', async () => {
    const owner = await limited(null);
    for (const name of ['a.txt', 'b.txt'])
      await saveUpload(owner, { ...note, fileName: name }, Readable.from([Buffer.from('north bed')]));
    expect(await getStorageUse(owner.id)).toEqual({ used: 9, limit: null });
  });
});
