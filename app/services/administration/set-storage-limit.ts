import type { Administration } from '#app/services/access/administrator.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { administerAccounts } from '#app/services/administration/administer-accounts.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { models } from '#db/connection.ts';

const MEGABYTE = 1_000_000;

/**
 * Sets the storage limit of accounts, named by id or address, in megabytes; null removes it. Existing files stay.
 * Throws `permissionDenied`, `userNotFound`.
 */
export function setStorageLimit(by: Administration, names: string[], megabytes: number | null): Promise<UserEntry[]> {
  return administerAccounts(by, names, async ({ id }) => {
    const bytes = megabytes === null ? null : megabytes * MEGABYTE;
    await (await models()).User.update({ storageLimit: bytes }, { where: { id } });
    await recordAct(by, { action: 'user.storage-limit', subject: id, detail: { megabytes } });
    return null;
  });
}
