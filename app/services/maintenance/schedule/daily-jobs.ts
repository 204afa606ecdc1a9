import type { DailyJob } from '#app/schemas/job-names.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import { renderOutdated } from '#app/services/documents/render-anew.ts';
import { pruneCache } from '#app/services/files/foreign-picture-cache.ts';
import { pruneFiles } from '#app/services/files/prune-files.ts';
import { deleteRemovedFiles } from '#app/services/files/restore-file.ts';
import { removeExpired } from '#app/services/maintenance/remove-expired.ts';
import { removeExpiredTakeouts } from '#app/services/takeouts/open-takeout.ts';
import { removeOldPlans } from '#app/services/transfer/import/import-jobs.ts';

/** Runs a job and returns its counts. `signal` stops it between two steps. */
type Work = (by: Administration, signal: AbortSignal) => Promise<Record<string, number>>;

/** The functions of the daily jobs by name. */
export const DAILY_WORK: Record<DailyJob, Work> = {
  'purge-accounts': async (by, signal) => ({ accounts: (await purgeAccounts(by, signal)).length }),
  'prune-files': async (_by, signal) => {
    const removed = await deleteRemovedFiles({ signal });
    const pruned = { ...(await pruneFiles({ signal })), removed, foreign: await pruneCache(Date.now(), signal) };
    signal.throwIfAborted();
    return {
      ...pruned,
      takeouts: await removeExpiredTakeouts(),
      imports: await removeOldPlans(),
    };
  },
  'remove-expired': (_by, signal) => removeExpired(signal),
  // Only after an upgrade of the renderer are there outdated documents.
  'render-outdated': async (_by, signal) => ({ rendered: await renderOutdated(signal) }),
};
