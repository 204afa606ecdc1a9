import { storage } from '#app/adapters/storage.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { models, select } from '#db/connection.ts';

type Row = { id: string; name: string; size: number | null; ownerId: string; contentHash: string };

/** Checks that every file has bytes of its size and that no bytes are orphaned. Pruning deletes orphans. */
export async function* checkFiles(): AsyncGenerator<Finding> {
  const sizes = new Map<string, number>();
  // One listing instead of a request per file.
  for await (const { key, size } of storage().list('blobs')) sizes.set(key, size);
  const rows = await select<Row>(
    `SELECT id, name, size, owner_id AS "ownerId", content_hash AS "contentHash" FROM files
     WHERE confirmed_at IS NOT NULL ORDER BY id`,
  );
  const known = new Set<string>();
  for (const row of rows) {
    const key = blobKey(row);
    known.add(key);
    // The file may have been added after the listing.
    const size = sizes.get(key) ?? (await storage().sizeOf(key));
    if (size === null) yield finding('files', 'noBytes', row.id, { detail: row.name });
    else if (row.size !== null && Number(row.size) !== size)
      yield finding('files', 'size', row.id, { detail: `${row.size} ≠ ${size}` });
  }
  for (const removed of await (await models()).RemovedFile.findAll()) known.add(blobKey(removed));
  for (const key of sizes.keys()) if (!known.has(key)) yield finding('files', 'noRow', key);
}
