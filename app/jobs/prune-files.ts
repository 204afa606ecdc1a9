import { pruneCache } from '#app/services/files/foreign-picture-cache.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { deleteRemovedFiles } from '#app/services/files/restore-file.ts';
import { removeExpiredTakeouts } from '#app/services/takeouts/open-takeout.ts';
import { removeOldPlans } from '#app/services/transfer/import/import-jobs.ts';

export async function pruneFilesJob(): Promise<Record<string, number>> {
  const removed = await deleteRemovedFiles();
  return {
    ...(await pruneFiles()),
    removed,
    foreign: await pruneCache(Date.now()),
    takeouts: await removeExpiredTakeouts(),
    imports: await removeOldPlans(),
  };
}
