import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import { SCHEDULE } from '#app/services/administration/administrator.ts';

export async function purgeAccountsJob(signal: AbortSignal): Promise<Record<string, number>> {
  return { accounts: (await purgeAccounts(SCHEDULE, signal)).length };
}
