import { log } from '#app/observability/log.ts';
import { DELETED_USER_ID, ensureDeletedUser } from '#app/services/accounts/deleted-user.ts';
import { newId } from '#app/services/new-id.ts';
import { afterCommit, type Binds, execute, select } from '#db/connection.ts';

/** Documents per statement: others can write in between. */
const BATCH = 25;
/** A document waits until its takeouts are packed (`app/services/takeouts`). */
const NOT_WAITING = 'NOT EXISTS (SELECT 1 FROM takeout_documents WHERE takeout_documents.document_id = documents.id)';

/**
 * Deletes the documents of a condition; call in a transaction. One short statement hands them, archived, to the account
 * of purged users: from then on nobody reaches, lists or finds one. More than a batch are removed after the commit, in
 * batches; the rows themselves record what is left to remove, so another process can go on. Returns their number.
 */
export async function takeAway(condition: string, bind: Binds): Promise<number> {
  await ensureDeletedUser();
  const mark = `removed ${newId()}`;
  const taken = await execute(
    `UPDATE documents SET owner_id = $nobody, parent_id = NULL, import_id = NULL, archive_root_id = $mark,
       archived_at = COALESCE(archived_at, $now) WHERE ${condition}`,
    { ...bind, nobody: DELETED_USER_ID, mark, now: Date.now() },
  );
  if (taken <= BATCH) await execute(`DELETE FROM documents WHERE archive_root_id = $mark AND ${NOT_WAITING}`, { mark });
  else afterCommit(removeSoon);
  return taken;
}

let running: Promise<void> | null = null;
let isWanted = false;
let isStopping = false;

/** Removes what was taken away, in the background. */
export function removeSoon(): void {
  isWanted = true;
  running ??= removeWanted().finally(() => {
    running = null;
  });
}

async function removeWanted(): Promise<void> {
  try {
    while (isWanted && !isStopping) {
      isWanted = false;
      await removeTakenAway();
    }
  } catch (error) {
    log.warn({ event: 'documents-not-removed', error }, 'deleted documents are removed later');
  }
}

/**
 * Removes all documents that were taken away, also by a process that ended, except those a takeout waits for; returns
 * their number.
 */
export async function removeTakenAway(): Promise<number> {
  let removed = 0;
  const bind = { nobody: DELETED_USER_ID };
  // Asks what is left: a batch that another process removes at the same time counts nothing.
  const left = `SELECT id FROM documents WHERE owner_id = $nobody AND ${NOT_WAITING} LIMIT`;
  while (!isStopping && (await select(`${left} 1`, bind)).length > 0) {
    removed += await execute(`DELETE FROM documents WHERE id IN (${left} ${BATCH})`, bind);
  }
  return removed;
}

/** Ends the removal after its current batch; another process, or the next start, goes on. */
export async function stopRemoving(): Promise<void> {
  isStopping = true;
  await running;
}

/** Waits for the removal of this process. */
export const removalSettled = async (): Promise<void> => {
  while (running) await running;
};
