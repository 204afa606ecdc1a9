import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { countUsedQuotas, resetAllQuotas, resetQuotas, setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { getQuota, type QuotaDetail } from '#app/services/quotas/get-quota.ts';
import { listQuotas } from '#app/services/quotas/list-quotas.ts';
import { UsageError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { quotaRow, readableQuota } from '#cli/output/quotas.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { streamRows } from '#cli/output/stream-rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { dryRun?: boolean; yes?: boolean; format: Format };

/** Needs no confirmation: the audit log contains the previous limit, which can be set again. */
export async function quotaSetCommand(email: string, tokens: number, { dryRun, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const quotas = await withServices(async () => {
    if (!dryRun) return setMonthlyLimit(OPERATOR, [email], tokens);
    const quotas = await quotasOf([email]);
    return quotas.map((quota) => ({ ...quota, monthlyLimit: tokens, left: leftOf(quota, tokens) }));
  });
  print(quotas, format);
  say(t(dryRun ? 'cli.quota.wouldSet' : 'cli.quota.done', { count: tokens, email: quotas[0]!.email }));
}

export async function quotaResetCommand(emails: string[], { all, ...options }: Options & { all?: boolean }) {
  const { t } = terminal();
  if (all ? emails.length > 0 : emails.length === 0) throw new UsageError(t('cli.quota.whom'));
  await withServices(() => (all ? resetAll(options) : resetSome(emails, options)));
}

async function resetSome(emails: string[], { dryRun, yes, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const before = await quotasOf(emails);
  const count = before.length;
  if (!dryRun) {
    const names = before.map(({ email }) => email).join(', ');
    await requireConfirmation(t('cli.quota.resetQuestion', { names }), { yes, t });
  }
  print(dryRun ? before : await resetQuotas(OPERATOR, emails), format);
  say(t(dryRun ? 'cli.quota.wouldReset' : 'cli.quota.wasReset', { count }));
}

async function resetAll({ dryRun, yes, format }: Options): Promise<void> {
  const { t, say } = terminal();
  if (!dryRun) {
    const used = await countUsedQuotas(OPERATOR);
    await requireConfirmation(t('cli.quota.resetAllQuestion', { count: used }), { yes, t });
    await resetAllQuotas(OPERATOR);
  }
  const readable = (quota: QuotaDetail) => readableQuota(quota, t);
  const count = await streamRows(listQuotas(OPERATOR), format, { row: quotaRow, readable });
  say(t(dryRun ? 'cli.quota.wouldReset' : 'cli.quota.wasReset', { count }));
}

async function quotasOf(emails: string[]): Promise<QuotaDetail[]> {
  const accounts = await getAccounts(OPERATOR, emails);
  return Promise.all(accounts.map(({ id }) => getQuota(id)));
}

const leftOf = ({ monthlyUsed, reserved }: QuotaDetail, limit: number) => Math.max(0, limit - monthlyUsed - reserved);

function print(quotas: QuotaDetail[], format: Format): void {
  const { t } = terminal();
  printRows(
    quotas.map((quota) => (format === 'table' ? readableQuota(quota, t) : quotaRow(quota))),
    format,
  );
}
