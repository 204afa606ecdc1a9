import { AppError } from '#app/errors.ts';
import { administerAccounts } from '#app/services/accounts/administer-accounts.ts';
import { requireAnotherAdministrator } from '#app/services/accounts/administrators.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import type { Administration } from '#app/services/administration.ts';
import { execute } from '#db/connection.ts';
import type { UserRole } from '#db/models/user.ts';

/**
 * Makes accounts administrators, all or none. Throws `permissionDenied`, and `userNotFound` also for one whose address
 * nobody has proved or that is deleted.
 */
export function promoteAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, 'user.promote', names, async ({ id, role, verified, status }) => {
    if (!verified || status === 'DELETED') throw new AppError('userNotFound');
    return role !== 'ADMIN' && (await setRole(id, 'ADMIN'));
  });
}

/** Makes administrators users again, all or none. Throws `permissionDenied` (the last one too), `userNotFound`. */
export function demoteAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, 'user.demote', names, async ({ id, role }) => {
    await requireAnotherAdministrator(id);
    return role !== 'USER' && (await setRole(id, 'USER'));
  });
}

async function setRole(id: string, role: UserRole): Promise<boolean> {
  const bind = { id, role, now: Date.now() };
  return (await execute('UPDATE users SET role = $role, updated_at = $now WHERE id = $id', bind)) === 1;
}
