import { pruneCache } from '#app/services/files/foreign-picture-cache.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { removeExpiredTakeouts } from '#app/services/takeouts/open-takeout.ts';
import { removeOldPlans } from '#app/services/transfer/import-jobs.ts';

export async function pruneFilesJob(): Promise<Record<string, number>> {
  return {
    ...(await pruneFiles()),
    foreign: await pruneCache(Date.now()),
    takeouts: await removeExpiredTakeouts(),
    imports: await removeOldPlans(),
  };
}
