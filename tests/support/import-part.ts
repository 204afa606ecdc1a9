import { expect } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import { planUploads } from '#app/services/transfer/import/begin-import.ts';
import { withUploads } from '#app/services/transfer/import/import-uploads.ts';
import { continueImport } from '#app/services/transfer/import/run-import.ts';
import { execute } from '#db/connection.ts';
import { uploadsOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

/** Runs an import until `documents` are written, as a process that is then killed: its lease lasts for a minute. Returns its id. */
export async function importPart(
  owner: Actor,
  files: { path: string; text: string | Buffer }[],
  documents: number,
): Promise<string> {
  const uploads = () => uploadsOf({ 'v.zip': buildZip(files) });
  const id = await planUploads(owner, { uploads: uploads(), parentId: null });
  const worker = newId();
  // With a lease: the end of an earlier import looks for more.
  await execute("UPDATE imports SET state = 'running', worker = $worker, worked_at = $now WHERE id = $id", {
    id,
    worker,
    now: Date.now(),
  });
  const stopped = new AbortController();
  const run = withUploads(
    async () => uploads(),
    null,
    (source) => {
      const onProgress = (done: number) => done >= documents && stopped.abort();
      return continueImport(owner, { id, worker, done: 0 }, { ...source, onProgress }, stopped.signal);
    },
  );
  await expect(run).rejects.toThrow();
  return id;
}
