import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { LocalStorage } from '#app/adapters/storage-local.ts';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { awaitPurge } from '#app/services/documents/purge-deleted.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { listTakeouts, openTakeout, removeExpiredTakeouts } from '#app/services/takeouts/open-takeout.ts';
import { awaitTakeouts, packTakeouts } from '#app/services/takeouts/pack-takeouts.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { readZip } from '#tests/support/zip.ts';

const DAY = 24 * 3600;

/** Builds a document that Ada owns and Ben wrote, with a file. */
async function plan() {
  const [ada, ben] = [await buildUser(), await buildUser()];
  const top = await buildDocument({ owner: ada });
  await buildShare({ owner: ada, document: top, to: ben, permission: 'EDIT' });
  const { id } = await buildDocument({ owner: ben, parent: top, title: 'Plan' });
  await saveUpload(ben, { fileName: 'sketch.txt', ext: 'txt', docId: id }, Readable.from([Buffer.from('a sketch')]));
  return { ada, ben, id };
}

async function removePlan(ada: Actor, id: string): Promise<void> {
  await archiveDocument(ada, id);
  await deleteDocument(ada, id);
}

async function sketchOf(actor: Actor): Promise<string | undefined> {
  await awaitTakeouts();
  await awaitPurge();
  const [takeout] = await listTakeouts(actor);
  const { read } = await openTakeout(actor, takeout!.id);
  const files = await readZip(Readable.toWeb(await read()) as ReadableStream<Uint8Array>);
  return files.get('1-Plan.files/sketch.txt');
}

/** Runs `meanwhile` when the next bytes of a file are read. */
function beforeRead(meanwhile: () => Promise<void>): void {
  const { read } = LocalStorage.prototype;
  const spy = vi.spyOn(LocalStorage.prototype, 'read').mockImplementation(async function (this: LocalStorage, key) {
    spy.mockRestore();
    await meanwhile();
    return read.call(this, key);
  });
}

describeOnBoth('packing of takeouts', () => {
  test('by a process whose lease has lapsed does not replace the zip of another', async () => {
    const clock = stopClock();
    const { ada, ben, id } = await plan();
    beforeRead(async () => {
      clock.advance(601);
      expect(await packTakeouts()).toBe(1);
      await awaitPurge();
      throw Object.assign(new Error('The file went with its document'), { code: 'ENOENT' });
    });
    await removePlan(ada, id);
    expect(await sketchOf(ben)).toBe('a sketch');
  });

  test('renews its lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ada, ben, id } = await plan();
    const packed: number[] = [];
    beforeRead(async () => {
      for (let minute = 0; minute < 11; minute += 1) {
        vi.advanceTimersByTime(60_000);
        await pause(50);
      }
      packed.push(await packTakeouts());
    });
    await removePlan(ada, id);
    expect(await sketchOf(ben)).toBe('a sketch');
    expect(packed).toEqual([0]);
  });

  test('goes on however late, and keeps the zip for thirty days from then', async () => {
    const clock = stopClock();
    const { ada, ben, id } = await plan();
    beforeRead(() => Promise.reject(new Error('The disk is full')));
    await removePlan(ada, id);
    await awaitTakeouts();
    clock.advance(31 * DAY);
    await removeExpiredTakeouts();
    expect(await packTakeouts()).toBe(1);
    expect(await sketchOf(ben)).toBe('a sketch');
    clock.advance(30 * DAY - 60);
    await removeExpiredTakeouts();
    expect(await listTakeouts(ben)).toHaveLength(1);
    clock.advance(60);
    expect(await listTakeouts(ben)).toEqual([]);
  });

  test('goes on after a clock that was ahead is set back', async () => {
    const clock = stopClock();
    const { ada, ben, id } = await plan();
    beforeRead(() => Promise.reject(new Error('The process was killed')));
    clock.advance(DAY);
    await removePlan(ada, id);
    await awaitTakeouts();
    clock.advance(-DAY);
    expect(await packTakeouts()).toBe(1);
    expect(await sketchOf(ben)).toBe('a sketch');
  });

  test('stores the zip durably before its documents are deleted', async () => {
    const write = vi.spyOn(storage(), 'write');
    onTestFinished(() => write.mockRestore());
    const { ada, ben, id } = await plan();
    write.mockClear();
    await removePlan(ada, id);
    expect(await sketchOf(ben)).toBe('a sketch');
    expect(write.mock.calls.map(([, , { isDurable }]) => isDurable)).toEqual([true]);
  });
});
