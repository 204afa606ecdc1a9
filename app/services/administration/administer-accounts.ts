import type { AuditKind } from '#app/schemas/audit-kinds.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { findAccounts } from '#app/services/accounts/find-accounts.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { inTransaction } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

/** Returns the action for the audit log; null if nothing changed. */
type Change = (account: UserEntry) => Promise<AuditKind | null>;

/**
 * Changes accounts given by id or address, all or none, and logs each change. Returns their new state. Throws
 * `permissionDenied`, `userNotFound`, and the errors of `change`.
 */
export async function administerAccounts(by: Administration, names: string[], change: Change): Promise<UserEntry[]> {
  return inTransaction(async () => {
    await lock('administrators');
    for (const account of await findAccounts(by, names)) {
      const action = await change(account);
      if (action) await recordAct(by, { action, subject: account.id });
    }
    return findAccounts(by, names);
  });
}
