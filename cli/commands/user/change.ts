import type { Administration } from '#app/services/access/administrator.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { demoteAccounts, promoteAccounts } from '#app/services/administration/promote-account.ts';
import { resetTwoFactor } from '#app/services/administration/reset-two-factor.ts';
import { activateAccounts, restoreAccounts, suspendAccounts } from '#app/services/administration/suspend-account.ts';
import type { Format } from '#cli/output/rows.ts';
import { printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

/** A change of accounts. `isChanged` is false for an account that already had the new state; it has its own message. */
type Change = (by: Administration, names: string[]) => Promise<(UserEntry & { isChanged?: boolean })[]>;
type Done = 'promoted' | 'demoted' | 'suspended' | 'activated' | 'restored' | 'twoFactorReset' | 'twoFactorNone';

/** Reversible account changes need no confirmation. */
const command =
  (change: Change, done: Done, before = done) =>
  async (emails: string[], { format }: { format: Format }): Promise<void> => {
    const { t, say } = terminal();
    const users = await withServices(() => change(OPERATOR, emails));
    printUsers(users, format, t);
    for (const { email, isChanged = true } of users) say(t(`cli.user.${isChanged ? done : before}`, { email }));
  };

export const userPromoteCommand = command(promoteAccounts, 'promoted');
export const userDemoteCommand = command(demoteAccounts, 'demoted');
export const userSuspendCommand = command(suspendAccounts, 'suspended');
export const userActivateCommand = command(activateAccounts, 'activated');
export const userResetTwoFactorCommand = command(resetTwoFactor, 'twoFactorReset', 'twoFactorNone');
export const userRestoreCommand = command(restoreAccounts, 'restored');
