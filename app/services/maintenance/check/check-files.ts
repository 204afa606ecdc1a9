import { storage } from '#app/adapters/storage.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { models, select } from '#db/connection.ts';

/** Checks that every file has bytes of its size and that no bytes are orphaned. Pruning deletes orphans. */
export async function* checkFiles(): AsyncGenerator<Finding> {
  const rows = await select<{ id: string; name: string; size: number | null; ownerId: string; contentHash: string }>(
    `SELECT id, name, size, owner_id AS "ownerId", content_hash AS "contentHash" FROM files
     WHERE confirmed_at IS NOT NULL ORDER BY id`,
  );
  const known = new Set<string>();
  for (const row of rows) {
    const key = blobKey(row);
    known.add(key);
    const size = await storage().sizeOf(key);
    if (size === null) yield finding('files', 'noBytes', row.id, { detail: row.name });
    else if (row.size !== null && Number(row.size) !== size)
      yield finding('files', 'size', row.id, { detail: `${row.size} ≠ ${size}` });
  }
  for (const removed of await (await models()).RemovedFile.findAll()) known.add(blobKey(removed));
  for await (const { key } of storage().list('blobs')) if (!known.has(key)) yield finding('files', 'noRow', key);
}
