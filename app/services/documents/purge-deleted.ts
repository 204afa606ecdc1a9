import { log } from '#app/observability/log.ts';
import { DELETED_USER_ID, ensureDeletedUser } from '#app/services/accounts/deleted-user.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { placeSurvivor } from '#app/services/documents/place-survivor.ts';
import { newId } from '#app/services/new-id.ts';
import { afterCommit, type Binds, execute, inTransaction, select } from '#db/connection.ts';
import { findChildrenOfMarked, findForeignChildren } from '#db/queries/branches.ts';

/** Documents per statement, so that other writes can interleave. */
const BATCH = 25;
/** Excludes documents whose takeouts are not packed yet (`app/services/takeouts`). */
const NOT_WAITING = 'NOT EXISTS (SELECT 1 FROM takeout_documents WHERE takeout_documents.document_id = documents.id)';

/**
 * Deletes the documents that match a condition, and returns their number. Call in a transaction. One short statement
 * transfers them, archived, to the account of purged users, so that nobody can find them. More than one batch are
 * removed after the commit; the rows record what remains, so that another process can continue. Children that stay
 * become roots: the database would refuse to remove their parents.
 */
export async function deleteDocumentsWhere(condition: string, bind: Binds): Promise<number> {
  await ensureDeletedUser();
  const mark = `removed ${newId()}`;
  const taken = await execute(
    `UPDATE documents SET owner_id = $nobody, parent_id = NULL, import_id = NULL, archive_root_id = $mark,
       archived_at = COALESCE(archived_at, $now) WHERE ${condition}`,
    { ...bind, nobody: DELETED_USER_ID, mark, now: Date.now() },
  );
  for (const child of await findChildrenOfMarked({ mark })) await placeSurvivor(child, null);
  if (taken <= BATCH) await execute(`DELETE FROM documents WHERE archive_root_id = $mark AND ${NOT_WAITING}`, { mark });
  else afterCommit(purgeSoon);
  return taken;
}

let isStopping = false;
const purge = new BackgroundWork(purgeDeletedDocuments, (error) =>
  log.warn({ event: 'documents-not-removed', error }, 'deleted documents are removed later'),
);

/** Removes deleted documents in the background. */
export function purgeSoon(): void {
  if (!isStopping) purge.start();
}

/**
 * Removes all deleted documents, also those left by an ended process, except those a takeout still needs. Returns their
 * number.
 */
export async function purgeDeletedDocuments(): Promise<number> {
  let removed = 0;
  await uprootForeign();
  const bind = { nobody: DELETED_USER_ID };
  // Query what is left, as a batch removed by another process counts zero here.
  const left = `SELECT id FROM documents WHERE owner_id = $nobody AND ${NOT_WAITING} LIMIT`;
  while (!isStopping && (await select(`${left} 1`, bind)).length > 0) {
    removed += await execute(`DELETE FROM documents WHERE id IN (${left} ${BATCH})`, bind);
  }
  return removed;
}

/** Makes children of deleted documents roots. Versions up to 0.2.0 left some. */
async function uprootForeign(): Promise<void> {
  const ownerId = DELETED_USER_ID;
  if ((await findForeignChildren({ ownerId })).length === 0) return;
  await inTransaction(async () => {
    for (const child of await findForeignChildren({ ownerId })) await placeSurvivor(child, null);
  });
}

/** Stops the removal after its current batch. Another process or the next start continues it. */
export async function stopPurging(): Promise<void> {
  isStopping = true;
  await purge.settled();
}

/** Resolves when no removal is running in this process. */
export const awaitPurge = (): Promise<void> => purge.settled();
