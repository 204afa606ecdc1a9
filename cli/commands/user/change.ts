import { OPERATOR } from '#app/services/access/administrator.ts';
import { demoteAccounts, promoteAccounts } from '#app/services/administration/promote-account.ts';
import { resetTwoFactor } from '#app/services/administration/reset-two-factor.ts';
import { activateAccounts, restoreAccounts, suspendAccounts } from '#app/services/administration/suspend-account.ts';
import type { Format } from '#cli/output/rows.ts';
import { printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Change = typeof promoteAccounts;
type Done = 'promoted' | 'demoted' | 'suspended' | 'activated' | 'restored' | 'twoFactorReset';

/** Reversible account changes need no confirmation. */
const command =
  (change: Change, done: Done) =>
  async (emails: string[], { format }: { format: Format }): Promise<void> => {
    const { t, say } = terminal();
    const users = await withServices(() => change(OPERATOR, emails));
    printUsers(users, format, t);
    for (const { email } of users) say(t(`cli.user.${done}`, { email }));
  };

export const userPromoteCommand = command(promoteAccounts, 'promoted');
export const userDemoteCommand = command(demoteAccounts, 'demoted');
export const userSuspendCommand = command(suspendAccounts, 'suspended');
export const userActivateCommand = command(activateAccounts, 'activated');
export const userResetTwoFactorCommand = command(resetTwoFactor, 'twoFactorReset');
export const userRestoreCommand = command(restoreAccounts, 'restored');
