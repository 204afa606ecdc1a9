import { OPERATOR } from '#app/services/access/administrator.ts';
import { listPurgeable, purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import type { Format } from '#cli/output/rows.ts';
import { printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { yes?: boolean; dryRun?: boolean; format: Format };

export async function userPurgeCommand({ yes, dryRun, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const users = await withServices(async () => {
    const due = await listPurgeable(OPERATOR);
    if (dryRun || due.length === 0) return due;
    await requireConfirmation(t('cli.user.purgeQuestion', { count: due.length }), { yes, t });
    return purgeAccounts(OPERATOR);
  });
  printUsers(users, format, t);
  say(t(dryRun ? 'cli.user.purgeable' : 'cli.user.purged', { count: users.length }));
}
