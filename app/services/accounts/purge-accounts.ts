import { log } from '#app/observability/log.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID, ensureDeletedUser } from '#app/services/accounts/deleted-user.ts';
import { handOver } from '#app/services/accounts/hand-over.ts';
import { planHandover } from '#app/services/accounts/plan-handover.ts';
import { type CopiedFiles, withCopiedFiles } from '#app/services/accounts/transfer-branch.ts';
import {
  PURGE_AFTER_MS,
  toUserEntry,
  USER_COLUMNS,
  type UserEntry,
  type UserEntryRow,
} from '#app/services/accounts/user-entry.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { awaitPurge, deleteDocumentsWhere, purgeDeletedDocuments } from '#app/services/documents/purge-deleted.ts';
import { clearGuesses } from '#app/services/limits/manage-limits.ts';
import { signalReaders } from '#app/services/shares/signal-readers.ts';
import { awaitTakeouts, hasWaitingTakeouts, packTakeouts } from '#app/services/takeouts/pack-takeouts.ts';
import { recordTakeouts } from '#app/services/takeouts/record-takeouts.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { isDatabaseUnavailable, isOutOfTime } from '#db/database-errors.ts';
import { lockAddress, lockTree } from '#db/locks.ts';
import { findReadersOfOwner } from '#db/queries/shares.ts';

const DUE = "users.status = 'DELETED' AND users.deleted_at <= $before";

/** Lists accounts deleted thirty days ago or longer, oldest deletion first. Throws `permissionDenied`. */
export async function listPurgeable(by: Administration): Promise<UserEntry[]> {
  requireAdministrator(by);
  const rows = await select<UserEntryRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE ${DUE} ORDER BY users.deleted_at, users.id`,
    { before: Date.now() - PURGE_AFTER_MS },
  );
  return rows.map(toUserEntry);
}

/**
 * Purges those accounts and the documents they owned. Branches edited by others are transferred to them. Contributions
 * to other people's documents remain, attributed to "deleted user". Returns the purged accounts in their last state.
 * `signal` stops after the current account. An account that fails is logged and tried again by the next run. Throws
 * `permissionDenied`.
 */
export async function purgeAccounts(by: Administration, signal?: AbortSignal): Promise<UserEntry[]> {
  const purged: UserEntry[] = [];
  for (const account of await listPurgeable(by)) {
    if (signal?.aborted) break;
    try {
      if (await purge(by, account)) purged.push(account);
    } catch (error) {
      // The others must not wait for this one, which may be too large for a statement.
      if (isDatabaseUnavailable(error) && !isOutOfTime(error)) throw error;
      log.error({ event: 'account-not-purged', userId: account.id, error }, 'an account is purged later');
    }
  }
  return purged;
}

/**
 * Purges one account: detaches its documents in one transaction, then removes rows in batches, so that other writes can
 * interleave, and the account last. An interrupted purge is continued by the next. Returns false if the account was
 * restored or purged concurrently.
 */
async function purge(by: Administration, account: UserEntry): Promise<boolean> {
  const isBegun = await withCopiedFiles(
    () => planHandover(account.id),
    (copied) => begin(account, copied),
  );
  if (!isBegun) return false;
  await awaitTakeouts();
  await packTakeouts();
  // The account's files are still needed for takeouts; the next purge continues.
  if (await hasWaitingTakeouts(account.id)) return false;
  await awaitPurge();
  await purgeDeletedDocuments();
  await disown(account.id);
  return inTransaction(() => finish(by, account));
}

/** Returns false if the account is not due. */
async function begin({ id }: UserEntry, copied: CopiedFiles): Promise<boolean> {
  await lockTree(id);
  if (!(await isDue(id))) return false;
  await handOver(id, copied);
  await claim(id);
  await recordTakeouts({ cause: 'purged', condition: 'documents.owner_id = $id', bind: { id } });
  signalReaders(await findReadersOfOwner({ id }));
  await deleteDocumentsWhere('owner_id = $id', { id });
  return true;
}

const isDue = async (id: string) =>
  (await select(`SELECT id FROM users WHERE id = $id AND ${DUE}`, { id, before: Date.now() - PURGE_AFTER_MS })).length >
  0;

/** Marks the account as being purged, which cannot be undone. Returns false if it is not due. */
async function claim(id: string): Promise<boolean> {
  const claimed = await execute(`UPDATE users SET deleted_at = 0, updated_at = $now WHERE id = $id AND ${DUE}`, {
    id,
    now: Date.now(),
    before: Date.now() - PURGE_AFTER_MS,
  });
  return claimed === 1;
}

async function finish(by: Administration, { id, email, documents }: UserEntry): Promise<boolean> {
  await lockAddress(email);
  if (!(await claim(id))) return false;
  for (const table of ['codes', 'shares', 'invitations']) {
    await execute(`DELETE FROM ${table} WHERE email = $email`, { email });
  }
  await clearGuesses([email, id]);
  // Cascades to sessions, grants, saved forms, shares and stars.
  await execute('DELETE FROM users WHERE id = $id', { id });
  await execute('UPDATE audit SET subject = $id WHERE subject = $email', { id, email });
  await recordAct(by, { action: 'user.purge', subject: id, detail: { documents } });
  return true;
}

const CONTRIBUTIONS = [
  { table: 'revisions', column: 'author_id' },
  { table: 'comments', column: 'author_id' },
  { table: 'documents', column: 'created_by' },
  { table: 'documents', column: 'updated_by' },
];
/** Rows per statement, so that other writes can interleave. */
const BATCH = 500;

/** Reassigns the account's remaining contributions to other people's documents. */
async function disown(id: string): Promise<void> {
  await ensureDeletedUser();
  for (const { table, column } of CONTRIBUTIONS) {
    const batch = `UPDATE ${table} SET ${column} = $gone
      WHERE id IN (SELECT id FROM ${table} WHERE ${column} = $id LIMIT ${BATCH})`;
    const left = `SELECT id FROM ${table} WHERE ${column} = $id LIMIT 1`;
    while ((await select(left, { id })).length > 0) await execute(batch, { id, gone: DELETED_USER_ID });
  }
}
