import { Op } from 'sequelize';
import { storage } from '#app/adapters/storage.ts';
import { log } from '#app/observability/log.ts';
import { DAY_MS } from '#app/services/day.ts';
import { incomingKey } from '#app/services/files/file-entry.ts';
import { forgetFile, removeUnderLock } from '#app/services/files/remove-file.ts';
import { execute, inTransaction, models, select } from '#db/connection.ts';
import { clearOrphans, findOrphans, findUnconfirmed } from '#db/queries/files.ts';

/** Failed deletions in a row after which the storage is left alone: each may hold up other writes for seconds. */
const FAILURES_MAX = 5;
const ORPHANS_KEPT_MS = 30 * DAY_MS;

type Options = { dryRun?: boolean; signal?: AbortSignal | undefined };
type Run = { now: number; dryRun: boolean; signal: AbortSignal | undefined };

/** Numbers of removed items: unconfirmed uploads, files of deleted documents, bytes without a row. */
export type Pruned = { unconfirmed: number; orphaned: number; stray: number };

/**
 * Deletes unreachable files. A file outlives its document by thirty days; bytes without a row, and those of ended
 * imports and takeouts, are deleted a day after they were written, to protect uploads in progress. `dryRun` only
 * counts. Throws the reason of `signal` between two items.
 */
export async function pruneFiles({ dryRun = false, signal }: Options = {}): Promise<Pruned> {
  const run = { now: Date.now(), dryRun, signal };
  if (!dryRun) await markOrphans(run.now);
  return {
    unconfirmed: await pruneUnconfirmed(run),
    orphaned: await pruneOrphans(run),
    stray: await pruneStray(run),
  };
}

async function markOrphans(now: number): Promise<void> {
  await execute(
    `UPDATE files SET orphaned_at = $now WHERE document_id IS NOT NULL AND orphaned_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = files.document_id)`,
    { now },
  );
  // Restoring a backup may have restored the document.
  await clearOrphans({});
}

async function pruneUnconfirmed({ now, dryRun, signal }: Run): Promise<number> {
  const rows = await findUnconfirmed({ now });
  if (dryRun) return rows.length;
  for (const row of rows) {
    signal?.throwIfAborted();
    // Deletes only if still unconfirmed.
    const unconfirmed = { id: row.id, confirmedAt: null };
    const gone = await inTransaction(async () => (await models()).File.destroy({ where: unconfirmed }));
    if (gone === 1) await storage().remove(incomingKey(row));
  }
  return rows.length;
}

async function pruneOrphans({ now, dryRun, signal }: Run): Promise<number> {
  const rows = await findOrphans({ before: now - ORPHANS_KEPT_MS });
  if (dryRun) return rows.length;
  for (const row of rows) {
    signal?.throwIfAborted();
    await forgetFile(row);
  }
  return rows.length;
}

async function pruneStray({ now, dryRun, signal }: Run): Promise<number> {
  let stray = 0;
  let failures = 0;
  for (const folder of ['blobs', 'thumbs', 'incoming', 'imports', 'takeouts']) {
    for await (const { key, modifiedAt } of storage().list(folder)) {
      signal?.throwIfAborted();
      if (modifiedAt > now - DAY_MS || (await isKnown(key))) continue;
      const outcome = dryRun ? 'removed' : await removeStray(key);
      if (outcome === 'removed') stray += 1;
      failures = outcome === 'failed' ? failures + 1 : 0;
      if (failures === FAILURES_MAX) return stray;
    }
  }
  return stray;
}

/** `known`: a file has these bytes by now, as an upload takes over equal bytes, however old they are. */
async function removeStray(key: string): Promise<'removed' | 'known' | 'failed'> {
  try {
    return (await removeUnderLock(key, async () => !(await isKnown(key)))) ? 'removed' : 'known';
  } catch (error) {
    log.warn({ error, key, event: 'bytes-left' }, 'stray bytes could not be deleted; the next pruning tries again');
    return 'failed';
  }
}

async function isKnown(key: string): Promise<boolean> {
  const [folder, first = '', hash = ''] = key.split('/');
  const { Import, RemovedFile, Takeout } = await models();
  if (folder === 'imports') return (await Import.count({ where: { id: first, sources: { [Op.ne]: null } } })) > 0;
  if (folder === 'takeouts') return (await Takeout.count({ where: { id: first.replace(/\.zip$/, '') } })) > 0;
  const rows =
    folder !== 'incoming'
      ? await select('SELECT id FROM files WHERE owner_id = $first AND content_hash = $hash LIMIT 1', { first, hash })
      : await select('SELECT id FROM files WHERE file_key = $first AND confirmed_at IS NULL LIMIT 1', { first });
  if (rows.length > 0 || folder === 'incoming') return rows.length > 0;
  return (await RemovedFile.count({ where: { ownerId: first, contentHash: hash } })) > 0;
}
