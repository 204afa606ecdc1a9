import type { TFunction } from 'i18next';
import type { QuotaDetail } from '#app/services/quotas/get-quota.ts';
import type { Row } from '#cli/output/printable.ts';

/** Returns an allowance as the contract's row (JSON, CSV). */
export function quotaRow({ userId, email, monthlyLimit, monthlyUsed, lastResetDate }: QuotaDetail): Row {
  return { userId, email, monthlyLimit, monthlyUsed, lastResetDate };
}

/** Returns an allowance as a readable row. */
export function readableQuota({ email, monthlyLimit, monthlyUsed, left, lastResetDate }: QuotaDetail, t: TFunction) {
  return {
    [t('cli.usage.columns.email')]: email,
    [t('cli.usage.columns.limit')]: monthlyLimit,
    [t('cli.usage.columns.used')]: monthlyUsed,
    [t('cli.usage.columns.left')]: left,
    [t('cli.usage.columns.lastReset')]: lastResetDate.slice(0, 10),
  };
}
