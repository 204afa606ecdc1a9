import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { listQuotas } from '#app/services/quotas/list-quotas.ts';
import { quotaRow, readableQuota } from '#cli/output/quotas.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { streamRows } from '#cli/output/stream-rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function quotaListCommand({ format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const count = await withServices(() =>
    streamRows(listQuotas(OPERATOR), format, { row: quotaRow, readable: (quota) => readableQuota(quota, t) }),
  );
  say(t('cli.quota.listed', { count }));
}

export async function quotaGetCommand(email: string, { format }: { format: Format }): Promise<void> {
  const { t } = terminal();
  const quota = await withServices(async () => {
    const [account] = await getAccounts(OPERATOR, [email]);
    return getQuota(account!.id);
  });
  printRows([format === 'table' ? readableQuota(quota, t) : quotaRow(quota)], format);
}
