import type { AuditKind } from '#app/schemas/audit-kinds.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { inTransaction } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

/** Returns the action for the audit log; null if nothing changed. */
type Change = (account: UserEntry) => Promise<AuditKind | null>;
/** An account in its new state. `isChanged` is false if it had that state before. */
export type Administered = UserEntry & { isChanged: boolean };

/**
 * Changes accounts given by id or address, all or none, and logs each change. Returns their new state. Throws
 * `permissionDenied`, `userNotFound`, and the errors of `change`.
 */
export async function administerAccounts(by: Administration, names: string[], change: Change): Promise<Administered[]> {
  return inTransaction(async () => {
    await lock('administrators');
    const changed = new Set<string>();
    for (const account of await getAccounts(by, names)) {
      const action = await change(account);
      if (!action) continue;
      changed.add(account.id);
      await recordAct(by, { action, subject: account.id });
    }
    return (await getAccounts(by, names)).map((account) => ({ ...account, isChanged: changed.has(account.id) }));
  });
}
