import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { confirmUpload } from '#app/services/files/confirm-upload.ts';
import { blobKey, incomingKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { storeBytes } from '#app/services/files/receive-upload.ts';
import { openUpload } from '#app/services/files/request-upload.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { planUploads } from '#app/services/transfer/import/begin-import.ts';
import { models } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { uploadsOf } from '#tests/support/uploads.ts';

const DAY = 24 * 3600;
const note = (text: string) => Readable.from([Buffer.from(text)]);

async function buildFile(owner: Actor, docId: string | null, text: string) {
  const { id } = await saveUpload(owner, { fileName: 'note.txt', ext: 'txt', docId }, note(text));
  return (await findFileRow(id))!;
}

describeOnBoth('pruning files', () => {
  test('G5: an upload nobody confirmed goes after a day, and one that is confirmed meanwhile stays', async () => {
    const clock = stopClock(new Date());
    const owner = await buildUser();
    const left = await openUpload(owner, { fileName: 'a.txt', ext: 'txt' });
    const late = await openUpload(owner, { fileName: 'b.txt', ext: 'txt' });
    for (const { fileKey } of [left, late])
      await storeBytes(incomingKey({ fileKey }), note('text'), { type: 'text/plain', max: 10 });
    clock.advance(DAY - 1);
    expect((await pruneFiles()).unconfirmed).toBe(0);
    await confirmUpload(owner, { ...late, downloadUrl: `/api/files/${late.fileId}` });
    clock.advance(1);
    expect((await pruneFiles()).unconfirmed).toBe(1);
    expect(await findFileRow(left.fileId)).toBeNull();
    expect(await storage().sizeOf(incomingKey(left))).toBeNull();
    expect(await storage().sizeOf(blobKey((await findFileRow(late.fileId))!))).toBe(4);
  });

  test('the files of a deleted document stay thirty days, and their bytes as long as another file has them', async () => {
    const clock = stopClock(new Date());
    const owner = await buildUser();
    const [gone, kept] = [await buildDocument({ owner }), await buildDocument({ owner })];
    const file = await buildFile(owner, gone.id, 'shared bytes');
    const twin = await buildFile(owner, kept.id, 'shared bytes');
    const alone = await buildFile(owner, gone.id, 'bytes of one');
    await archiveDocument(owner, gone.id);
    await deleteDocument(owner, gone.id);
    expect((await pruneFiles()).orphaned).toBe(0);
    clock.advance(30 * DAY - 1);
    expect((await pruneFiles()).orphaned).toBe(0);
    clock.advance(1);
    expect(await pruneFiles({ dryRun: true })).toMatchObject({ orphaned: 2 });
    expect((await pruneFiles()).orphaned).toBe(2);
    expect(await findFileRow(file.id)).toBeNull();
    expect([await storage().sizeOf(blobKey(twin)), await storage().sizeOf(blobKey(alone))]).toEqual([12, null]);
  });

  test('uploads of imports and zips of takeouts go a day after they were written, unless a row needs them', async () => {
    const clock = stopClock(new Date());
    const owner = await buildUser();
    const uploads = uploadsOf({ 'a.md': 'A' });
    const planned = await planUploads(owner, { uploads, parentId: null });
    const row = { userId: owner.id, report: '{}', createdAt: Date.now() };
    await (await models()).Import.create({ id: 'ended', ...row, state: 'done', sources: null });
    const takeout = { userId: owner.id, ownerId: owner.id, cause: 'deleted', workedAt: 0 } as const;
    await (await models()).Takeout.create({ id: 'kept', ...takeout, createdAt: Date.now(), expiresAt: Date.now() });
    const stray = ['imports/ended/0', 'imports/gone/0', 'takeouts/gone.zip'];
    const needed = [`imports/${planned}/0`, 'takeouts/kept.zip'];
    for (const key of [...stray, 'takeouts/kept.zip'])
      await storage().write(key, note('bytes'), { type: 'application/zip' });
    await pruneFiles();
    for (const key of [...stray, ...needed]) expect(await storage().sizeOf(key), key).not.toBeNull();
    clock.advance(2 * DAY);
    await pruneFiles();
    for (const key of stray) expect(await storage().sizeOf(key), key).toBeNull();
    for (const key of needed) expect(await storage().sizeOf(key), key).not.toBeNull();
  });

  test('bytes without a row go a day after they were written', async () => {
    const clock = stopClock(new Date());
    for (const key of ['blobs/nobody/stray', 'thumbs/nobody/stray/320.webp'])
      await storage().write(key, note('left by a crash'), { type: 'text/plain' });
    expect((await pruneFiles()).stray).toBe(0);
    clock.advance(DAY + 5);
    expect((await pruneFiles()).stray).toBeGreaterThanOrEqual(1);
    expect(await storage().sizeOf('blobs/nobody/stray')).toBeNull();
    expect(await storage().sizeOf('thumbs/nobody/stray/320.webp')).toBeNull();
  });

  test('a run that is stopped ends after the file it is at, and the next one goes on', async () => {
    const clock = stopClock(new Date());
    const keys = ['blobs/nobody/one', 'blobs/nobody/two'];
    for (const key of keys) await storage().write(key, note('left by a crash'), { type: 'text/plain' });
    clock.advance(DAY + 5);
    const stopping = new AbortController();
    const remove = storage().remove;
    const spy = vi.spyOn(storage(), 'remove').mockImplementation((key) => {
      stopping.abort();
      return remove(key);
    });
    onTestFinished(() => spy.mockRestore());
    await expect(pruneFiles({ signal: stopping.signal })).rejects.toMatchObject({ name: 'AbortError' });
    const left = async () => (await Promise.all(keys.map((key) => storage().sizeOf(key)))).filter(Boolean).length;
    expect(await left()).toBe(1);
    await pruneFiles();
    expect(await left()).toBe(0);
  });

  test('a run leaves a storage alone that refuses several deletions in a row', async () => {
    const clock = stopClock(new Date());
    const keys = Array.from({ length: 8 }, (_, n) => `blobs/nobody/refused-${n}`);
    for (const key of keys) await storage().write(key, note('left by a crash'), { type: 'text/plain' });
    clock.advance(DAY + 5);
    const refuses = vi.spyOn(storage(), 'remove').mockRejectedValue(new Error('no'));
    expect([(await pruneFiles()).stray, refuses.mock.calls.length]).toEqual([0, 5]);
    refuses.mockRestore();
    expect((await pruneFiles()).stray).toBeGreaterThanOrEqual(8);
  });

  test('G3: what is refused leaves neither row nor bytes', async () => {
    const owner = await buildUser();
    const lie = saveUpload(owner, { fileName: 'a.png', ext: 'png' }, note('<script>'));
    expect(await outcomeOf(lie)).toBe('typeNotAllowed');
    const listed: string[] = [];
    for await (const { key } of storage().list('incoming')) listed.push(key);
    expect(listed).toEqual([]);
  });
});
