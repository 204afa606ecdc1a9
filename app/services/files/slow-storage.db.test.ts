import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FileStorage } from '#app/adapters/file-storage.ts';
import { storage } from '#app/adapters/storage.ts';
import type { Actor } from '#app/services/actor.ts';
import { confirmUpload } from '#app/services/files/confirm-upload.ts';
import { blobKey, downloadUrlOf, incomingKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { storeBytes } from '#app/services/files/receive-upload.ts';
import { removeFile } from '#app/services/files/remove-file.ts';
import { openUpload } from '#app/services/files/request-upload.ts';
import { restoreFile, trashFile } from '#app/services/files/restore-file.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { execute, isInTransaction } from '#db/connection.ts';
import { onceAround } from '#tests/support/between.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const DAY = 24 * 3600;
const note = { fileName: 'note.txt', ext: 'txt' };
const bytes = (content: string) => Readable.from([Buffer.from(content)]);

async function putUpload(owner: Actor, content: string, docId: string | null = null) {
  const upload = await openUpload(owner, { ...note, docId });
  await storeBytes(incomingKey(upload), bytes(content), { type: 'text/plain', max: 1e6 });
  return () => confirmUpload(owner, { ...upload, downloadUrl: downloadUrlOf(upload.fileId) });
}

/** Collects the operations that a transaction waits for. */
function callsInTransactions(): string[] {
  const calls: string[] = [];
  for (const name of ['read', 'sizeOf', 'stampOf', 'copy', 'move', 'place', 'remove'] as const) {
    const real = storage()[name] as (...args: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(storage(), name).mockImplementation(((...args: unknown[]) => {
      if (isInTransaction()) calls.push(name);
      return real(...args);
    }) as never);
    onTestFinished(() => spy.mockRestore());
  }
  return calls;
}

/** Lets `remove` stand still until it is aborted. */
function standStill() {
  const stands: FileStorage['remove'] = (_key, signal) =>
    new Promise((_done, failed) => signal?.addEventListener('abort', () => failed(signal.reason)));
  const spy = vi.spyOn(storage(), 'remove').mockImplementation(stands);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

describeOnBoth('a storage that is slow', () => {
  test('holds up no transaction of a confirmation or a restoration', async () => {
    const owner = await buildUser();
    const { id: docId } = await buildDocument({ owner });
    const confirm = await putUpload(owner, 'bed', docId);
    const calls = callsInTransactions();
    const { id } = await confirm();
    await trashFile(owner, id);
    await restoreFile(owner, docId, id);
    expect(calls).toEqual([]);
  });

  test('holds up a transaction for seconds when bytes are removed, and the file is removed', async () => {
    const owner = await buildUser();
    const file = await saveUpload(owner, note, bytes('stays for now'));
    const key = blobKey((await findFileRow(file.id))!);
    const remove = standStill();
    const from = performance.now();
    const removal = removeFile(owner, file.id);
    await expect.poll(() => remove.mock.calls.length).toBe(1);
    await execute('UPDATE users SET display_name = $name WHERE id = $id', { name: 'Ada', id: owner.id });
    await removal;
    expect(performance.now() - from).toBeLessThan(15_000);
    expect(await findFileRow(file.id)).toBeNull();
    remove.mockRestore();
    expect(await storage().sizeOf(key)).toBe(13);
    const clock = stopClock(new Date());
    clock.advance(DAY + 5);
    await pruneFiles();
    expect(await storage().sizeOf(key)).toBeNull();
  });

  test('loses no bytes of an upload to the removal of equal ones', async () => {
    const owner = await buildUser();
    const old = await saveUpload(owner, note, bytes('equal'));
    const confirm = await putUpload(owner, 'equal');
    onceAround('sizeOf', blobKey((await findFileRow(old.id))!), { after: () => removeFile(owner, old.id) });
    const { id } = await confirm();
    expect(await text(await (await openFile(owner, id)).read())).toBe('equal');
  });

  test('keeps an upload whose confirmation the database refuses after the bytes are in their place', async () => {
    const owner = await buildUser();
    const { id: docId } = await buildDocument({ owner });
    const confirm = await putUpload(owner, 'late', docId);
    const place = vi.spyOn(storage(), 'place');
    onTestFinished(() => place.mockRestore());
    await execute('ALTER TABLE waiting_files RENAME TO away');
    const refused = await outcomeOf(confirm());
    await execute('ALTER TABLE away RENAME TO waiting_files');
    expect([refused, place.mock.calls.length]).toEqual(['uploadFailed', 1]);
    const { id } = await confirm();
    expect(await text(await (await openFile(owner, id)).read())).toBe('late');
  });
});
