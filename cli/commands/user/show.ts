import type { TFunction } from 'i18next';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { type AccountReport, describeAccount } from '#app/services/administration/describe-account.ts';
import { labelOfProvider } from '#app/services/providers/label-of-provider.ts';
import { readableInstant } from '#cli/output/instants.ts';
import type { Row } from '#cli/output/printable.ts';
import { type Format, printRecord } from '#cli/output/rows.ts';
import { byteSize } from '#cli/output/sizes.ts';
import { stateOf, userRow } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function userShowCommand(email: string, { format }: { format: Format }): Promise<void> {
  const { t } = terminal();
  const report = await withServices(() => describeAccount(OPERATOR, email));
  printRecord(format === 'table' ? readable(report, t) : row(report), format);
}

function row(report: AccountReport): Row {
  const { hasPassword, twoFactor, providers, lastSignInAt, sessions, tokens, documents, quota } = report;
  return {
    ...userRow(report),
    purgeAt: report.purgeAt,
    hasPassword,
    twoFactor,
    providers: providers.join(' '),
    lastSignInAt,
    termsVersion: report.terms[0]?.version ?? null,
    termsAcceptedAt: report.terms[0]?.acceptedAt ?? null,
    sessions,
    tokens,
    documents,
    storageUsed: report.storageUsed,
    storageLimit: report.storageLimit,
    monthlyUsed: quota.monthlyUsed,
    monthlyLimit: quota.monthlyLimit,
  };
}

function readable(report: AccountReport, t: TFunction): Row {
  return {
    [t('cli.columns.id')]: report.id,
    [t('admin.users.email')]: report.email,
    [t('admin.users.name')]: report.displayName,
    [t('cli.user.columns.username')]: report.username,
    [t('admin.users.role')]: t(`admin.users.roles.${report.role}`),
    [t('admin.users.status')]: stateOf(report, t),
    [t('admin.users.created')]: report.createdAt.slice(0, 10),
    [t('cli.user.columns.signsInWith')]: waysIn(report, t),
    [t('cli.user.columns.lastSignIn')]: readableInstant(report.lastSignInAt) || t('cli.user.columns.none'),
    [t('cli.user.columns.terms')]: accepted(report, t),
    [t('cli.user.columns.sessions')]: report.sessions,
    [t('settings.tokens.title')]: report.tokens,
    [t('admin.users.documents')]: report.documents,
    [t('cli.user.columns.storage')]: storage(report, t),
    [t('cli.user.columns.quota')]: t('cli.user.columns.usedOf', {
      used: report.quota.monthlyUsed,
      limit: report.quota.monthlyLimit,
    }),
  };
}

function accepted({ terms }: AccountReport, t: TFunction): string {
  const [newest] = terms;
  return newest ? `${newest.version} (${readableInstant(newest.acceptedAt)})` : t('cli.user.columns.none');
}

function waysIn({ hasPassword, twoFactor, providers }: AccountReport, t: TFunction): string {
  const ways = [
    ...(hasPassword ? [t('cli.user.columns.password')] : []),
    ...providers.map(labelOfProvider),
    ...(twoFactor ? [t('cli.user.columns.secondFactor')] : []),
  ];
  return ways.join(', ') || t('cli.user.columns.none');
}

function storage({ storageUsed, storageLimit }: AccountReport, t: TFunction): string {
  const used = byteSize(storageUsed);
  return storageLimit === null ? used : t('cli.user.columns.usedOf', { used, limit: byteSize(storageLimit) });
}
