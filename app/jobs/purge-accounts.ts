import { SCHEDULE } from '#app/services/access/administrator.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';

export async function purgeAccountsJob(signal: AbortSignal): Promise<Record<string, number>> {
  return { accounts: (await purgeAccounts(SCHEDULE, signal)).length };
}
