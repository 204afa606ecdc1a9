import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID, ensureDeletedUser } from '#app/services/accounts/deleted-user.ts';
import {
  PURGE_AFTER_MS,
  toUserEntry,
  USER_COLUMNS,
  type UserEntry,
  type UserEntryRow,
} from '#app/services/accounts/user-entry.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { execute, inTransaction, lockAddress, lockTree, select } from '#db/connection.ts';

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
 * Purges those accounts with everything they owned; their addresses become unknown. Their contributions to documents of
 * others remain, attributed to "deleted user". Returns the purged accounts in their last state; `signal` stops after
 * the current one. Throws `permissionDenied`.
 */
export async function purgeAccounts(by: Administration, signal?: AbortSignal): Promise<UserEntry[]> {
  const purged: UserEntry[] = [];
  for (const account of await listPurgeable(by)) {
    if (signal?.aborted) break;
    if (await purge(by, account)) purged.push(account);
  }
  return purged;
}

/** Purges one account in one transaction; returns false if it was restored or purged concurrently. */
function purge(by: Administration, { id, email, documents }: UserEntry): Promise<boolean> {
  return inTransaction(async () => {
    await lockTree(id);
    await lockAddress(email);
    const claimed = await execute(`UPDATE users SET updated_at = $now WHERE id = $id AND ${DUE}`, {
      id,
      now: Date.now(),
      before: Date.now() - PURGE_AFTER_MS,
    });
    if (claimed === 0) return false;
    await execute('DELETE FROM documents WHERE owner_id = $id', { id });
    await disown(id);
    for (const table of ['codes', 'code_guesses', 'shares', 'invitations']) {
      await execute(`DELETE FROM ${table} WHERE email = $email`, { email });
    }
    // Cascades to sessions, grants, saved forms, shares and stars.
    await execute('DELETE FROM users WHERE id = $id', { id });
    await execute('UPDATE audit SET subject = $id WHERE subject = $email', { id, email });
    await recordAct(by, { action: 'user.purge', subject: id, detail: { documents } });
    return true;
  });
}

/** Reattributes the account's remaining contributions, which are in documents of others. */
async function disown(id: string): Promise<void> {
  await ensureDeletedUser();
  const bind = { id, gone: DELETED_USER_ID };
  await execute('UPDATE revisions SET author_id = $gone WHERE author_id = $id', bind);
  await execute('UPDATE documents SET created_by = $gone WHERE created_by = $id', bind);
  await execute('UPDATE documents SET updated_by = $gone WHERE updated_by = $id', bind);
}
