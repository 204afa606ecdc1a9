import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { administerAccounts } from '#app/services/administration/administer-accounts.ts';
import { requireAnotherAdministrator } from '#app/services/administration/administrators.ts';
import { models } from '#db/connection.ts';
import type { UserRole } from '#db/models/user.ts';

/**
 * Promotes accounts to administrators, all or none. Throws `permissionDenied`, and `userNotFound` also for an
 * unverified or deleted account.
 */
export function promoteAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, names, async (account) => {
    if (!accountAllows('promote', account)) throw new AppError('userNotFound');
    const { id, role } = account;
    if (role === 'ADMIN') return null;
    await setRole(id, 'ADMIN');
    return 'user.promote';
  });
}

/** Demotes administrators to users, all or none. Throws `permissionDenied` (also for the last one), `userNotFound`. */
export function demoteAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, names, async ({ id, role }) => {
    await requireAnotherAdministrator(id);
    if (role === 'USER') return null;
    await setRole(id, 'USER');
    return 'user.demote';
  });
}

async function setRole(id: string, role: UserRole): Promise<void> {
  await (await models()).User.update({ role, updatedAt: Date.now() }, { where: { id } });
}
