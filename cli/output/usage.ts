import type { TFunction } from 'i18next';
import type { UsageRow } from '#app/services/quotas/report-usage.ts';
import { currencyOfCosts } from '#app/services/quotas/token-cost.ts';
import type { Row } from '#cli/output/printable.ts';
import { printable } from '#cli/output/printable.ts';

/** Returns a usage row in the contract's format (JSON, CSV). */
export function usageRow(row: UsageRow): Row {
  return { ...row };
}

/** Returns a row's subject: an address (the id of a deleted account), a day, a model or a feature. */
export function usageName(row: UsageRow): string {
  return printable(nameOf(row));
}

function nameOf(row: UsageRow): string {
  if ('userId' in row) return row.email ?? row.userId;
  if ('date' in row) return row.date;
  if ('model' in row) return row.model;
  return 'feature' in row ? row.feature : (row.owner ?? '');
}

/** Returns a usage row for the readable table. */
export function readableUsage(row: UsageRow, t: TFunction): Row {
  const { requests, promptTokens, completionTokens, totalTokens } = row;
  const group = 'userId' in row ? 'email' : 'date' in row ? 'date' : 'model' in row ? 'model' : 'feature';
  return {
    [t(`cli.usage.columns.${group}`)]: usageName(row),
    ...('userId' in row ? { [t('cli.usage.columns.limit')]: row.monthlyLimit } : {}),
    [t('cli.usage.columns.requests')]: requests,
    [t('cli.usage.columns.prompt')]: promptTokens,
    [t('cli.usage.columns.completion')]: completionTokens,
    [t('cli.usage.columns.total')]: totalTokens,
    ...(row.cost === undefined ? {} : { [`${t('cli.usage.columns.cost')} (${currencyOfCosts()})`]: row.cost }),
  };
}
