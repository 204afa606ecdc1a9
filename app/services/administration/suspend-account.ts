import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { AuditKind } from '#app/schemas/audit-kinds.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { administerAccounts } from '#app/services/administration/administer-accounts.ts';
import { requireAnotherAdministrator } from '#app/services/administration/administrators.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { execute, models } from '#db/connection.ts';

/**
 * Suspends accounts: ends their sessions at once and blocks sign-in until they are activated; their data stays. Throws
 * `permissionDenied` (also for the last administrator), `userNotFound`, and `userNotActive` for a deleted one.
 */
export function suspendAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, names, async (account) => {
    if (!accountAllows('suspend', account)) throw new AppError('userNotActive');
    const { id, status } = account;
    if (status === 'SUSPENDED') return null;
    await requireAnotherAdministrator(id);
    await (await models()).User.update({ status: 'SUSPENDED', updatedAt: Date.now() }, { where: { id } });
    await endSessionsOf(id);
    return 'user.suspend';
  });
}

/** Activates accounts; a deleted one returns with all its data. Throws `permissionDenied`, `userNotFound`. */
export function activateAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, names, activate);
}

/** Restores deleted accounts. Throws as `activateAccounts`, and `userNotActive` for a suspended account. */
export function restoreAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, names, async (account) => {
    if (!accountAllows('restore', account)) throw new AppError('userNotActive');
    return activate(account);
  });
}

async function activate({ id, status }: UserEntry): Promise<AuditKind | null> {
  if (status === 'ACTIVE') return null;
  // A purge that has begun cannot be undone: `deleted_at` is 0 then.
  const activated = await execute(
    `UPDATE users SET status = 'ACTIVE', deleted_at = NULL, updated_at = $now
     WHERE id = $id AND (deleted_at IS NULL OR deleted_at > 0)`,
    { id, now: Date.now() },
  );
  if (activated === 0) throw new AppError('userNotFound');
  return status === 'DELETED' ? 'user.restore' : 'user.activate';
}
