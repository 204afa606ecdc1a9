import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import type { Actor } from '#app/services/actor.ts';
import { planUploads, startPlanned } from '#app/services/transfer/import/begin-import.ts';
import { awaitImport, runWaitingImports } from '#app/services/transfer/import/import-jobs.ts';
import { listImports } from '#app/services/transfer/import/list-imports.ts';
import { select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { importPart } from '#tests/support/import-part.ts';
import { PNG } from '#tests/support/upload.ts';
import { uploadsOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const UPLOADS = join(DATA_DIR, 'uploads');

/** Makes a folder of the storage refuse everything. Returns a function that ends this, as the end of the test does. */
function breakFolder(name: string): () => void {
  const folder = join(UPLOADS, name);
  mkdirSync(folder, { recursive: true });
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, '');
  const mend = () => {
    if (!existsSync(`${folder}-away`)) return;
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
  };
  onTestFinished(mend);
  return mend;
}

/** A photo with metadata whose end is missing: its size can be read, its pixels cannot. */
async function brokenPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const photo = sharp({ create: { width: 200, height: 200, channels: 3, background: 'red', noise } });
  const bytes = await photo
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .jpeg()
    .toBuffer();
  return bytes.subarray(0, bytes.length / 2);
}

const illustrated = async () =>
  buildZip([
    { path: 'n/a.md', text: '![p](p.png) ![q](q.jpg)' },
    { path: 'n/p.png', text: PNG },
    { path: 'n/q.jpg', text: await brokenPhoto() },
  ]);
const notes = (count: number) => Array.from({ length: count }, (_, nth) => ({ path: `v/n${nth}.md`, text: 'n' }));
const countOf = async (table: 'documents' | 'files', owner: Actor) =>
  (await select(`SELECT id FROM ${table} WHERE owner_id = $me`, { me: owner.id })).length;

describeOnBoth('an import whose storage fails', () => {
  test('stores its pictures once the storage works again', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await planUploads(ada, { uploads: uploadsOf({ 'n.zip': await illustrated() }), parentId: null });
    const mend = breakFolder('incoming');
    expect(await startPlanned(ada, id)).toBeNull();
    expect(await listImports(ada)).toMatchObject([{ state: 'running', isResumable: true, isDelayed: true }]);
    mend();
    clock.advance(2 * MINUTE);
    await runWaitingImports();
    const { notTaken } = (await awaitImport(id, 60_000))!;
    expect(notTaken).toEqual([{ path: 'n.zip/n/q.jpg', reason: 'type', detail: '' }]);
    expect([await countOf('files', ada), await countOf('documents', ada)]).toEqual([1, 2]);
  });

  test('keeps what it wrote while its uploads cannot be read, and goes on', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await importPart(ada, notes(60), 25);
    const mend = breakFolder('imports');
    clock.advance(2 * MINUTE);
    await runWaitingImports();
    expect(await awaitImport(id, 60_000)).toBeNull();
    expect(await countOf('documents', ada)).toBe(25);
    expect(await listImports(ada)).toMatchObject([{ done: 25, isDelayed: true }]);
    mend();
    clock.advance(2 * MINUTE);
    await runWaitingImports();
    expect((await awaitImport(id, 60_000))!.report).toMatchObject({ documents: 61, isComplete: true });
    expect(await countOf('documents', ada)).toBe(61);
  });

  test('ends with what it wrote if its uploads are gone, as after a restore', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await importPart(ada, notes(60), 25);
    await storage().remove(`imports/${id}/0`);
    clock.advance(2 * MINUTE);
    await runWaitingImports();
    await awaitImport(id, 60_000);
    expect(await countOf('documents', ada)).toBe(25);
    expect(await listImports(ada)).toMatchObject([
      {
        state: 'done',
        isComplete: false,
        isResumable: false,
        documents: 25,
        notTaken: [{ path: 'v.zip', reason: 'interrupted' }],
      },
    ]);
  });

  test('ends with what it wrote if the storage refuses its files for days', async () => {
    const clock = stopClock();
    const ada = await buildUser();
    const id = await planUploads(ada, { uploads: uploadsOf({ 'n.zip': await illustrated() }), parentId: null });
    const mend = breakFolder('incoming');
    expect(await startPlanned(ada, id)).toBeNull();
    clock.advance(2 * DAY);
    await runWaitingImports();
    const ended = await awaitImport(id, 60_000);
    mend();
    expect(ended!.report).toMatchObject({ documents: 2, isComplete: false });
    expect(await countOf('documents', ada)).toBe(2);
    expect(await runWaitingImports()).toBe(0);
  });
});
