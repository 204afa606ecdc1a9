import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { awaitRemovedFiles, deleteRemovedFiles, restoreFile, trashFile } from '#app/services/files/restore-file.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const HOUR = 3600;

describeOnBoth('a removed file', () => {
  async function buildFiles(texts: string[]) {
    const owner = await buildUser();
    const { id: docId } = await buildDocument({ owner });
    const rows = [];
    for (const text of texts) {
      const bytes = Readable.from([Buffer.from(text)]);
      const { id } = await saveUpload(owner, { fileName: `${text}.txt`, ext: 'txt', docId }, bytes);
      rows.push((await findFileRow(id))!);
    }
    return { owner, docId, rows };
  }

  test('comes back whole within an hour, and its bytes go after it', async () => {
    const clock = stopClock(new Date());
    const { owner, docId, rows } = await buildFiles(['seed']);
    const [row] = rows;
    expect(await trashFile(owner, row!.id)).toBe(true);
    expect(await findFileRow(row!.id)).toBeNull();
    await pruneFiles();
    await restoreFile(owner, docId, row!.id);
    expect(await findFileRow(row!.id)).toEqual(row);
    await trashFile(owner, row!.id);
    clock.advance(HOUR - 1);
    expect(await deleteRemovedFiles()).toBe(0);
    clock.advance(1);
    expect(await outcomeOf(restoreFile(owner, docId, row!.id))).toBe('fileNotFound');
    expect(await deleteRemovedFiles()).toBe(1);
    expect(await storage().sizeOf(blobKey(row!))).toBeNull();
  });

  test('is removed although files that others removed cannot be deleted', async () => {
    const clock = stopClock(new Date());
    const others = await buildFiles(['kept', 'kept too']);
    for (const { id } of others.rows) await trashFile(others.owner, id);
    await awaitRemovedFiles();
    clock.advance(HOUR);
    const { owner, rows } = await buildFiles(['mine']);
    const refuses = vi.spyOn(storage(), 'remove').mockRejectedValue(new Error('no'));
    onTestFinished(() => refuses.mockRestore());
    expect(await trashFile(owner, rows[0]!.id)).toBe(true);
    await awaitRemovedFiles();
    expect(refuses.mock.calls.length).toBe(2);
    expect(await findFileRow(rows[0]!.id)).toBeNull();
  });

  test('leaves the bytes that another file has, and only the newest twenty are kept', async () => {
    const clock = stopClock(new Date());
    const { owner, rows } = await buildFiles(['same', 'same']);
    await trashFile(owner, rows[0]!.id);
    clock.advance(HOUR);
    await deleteRemovedFiles();
    expect(await storage().sizeOf(blobKey(rows[1]!))).toBe(4);
    const many = await buildFiles(Array.from({ length: 22 }, (_, n) => `seed ${n}`));
    for (const { id } of many.rows) {
      await trashFile(many.owner, id);
      await awaitRemovedFiles();
      clock.advance(1);
    }
    const sizes = await Promise.all(many.rows.map((row) => storage().sizeOf(blobKey(row))));
    expect(sizes.map((size) => size !== null)).toEqual([...Array(2).fill(false), ...Array(20).fill(true)]);
  });
});
