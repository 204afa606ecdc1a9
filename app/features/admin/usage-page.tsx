import { AuditTrail } from '#app/features/admin/audit-trail.tsx';
import { UsageCeilings } from '#app/features/admin/usage-ceilings.tsx';
import { UsageChart } from '#app/features/admin/usage-chart.tsx';
import { UsageFilter } from '#app/features/admin/usage-filter.tsx';
import { type ShownQuery, searchOf } from '#app/features/admin/usage-query.ts';
import { UsageTable } from '#app/features/admin/usage-table.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { useNumberFormat, useTexts } from '#app/i18n/use-texts.ts';
import type { ActEntry } from '#app/services/audit/list-acts.ts';
import type { Ceiling } from '#app/services/quotas/change-ceiling.ts';
import type { UsageReport } from '#app/services/quotas/report-usage.ts';
import type { DayUsage } from '#app/services/quotas/usage-per-day.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Empty } from '#app/ui/empty.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type UsagePageProps = {
  report: UsageReport;
  query: ShownQuery;
  days: DayUsage[];
  acts: ActEntry[];
  ceilings: Ceiling[];
  /** Groups that can have a ceiling. */
  groups: { id: string; name: string }[];
  /** Path and query of this report; its forms post here. */
  here: string;
  /** The current month. */
  now: string;
};

/** Shows a month's token usage, the allowances, and the administrative acts on them. */
export function UsagePage({ report, query, days, acts, ceilings, groups, here, now }: UsagePageProps) {
  const t = useTexts();
  const isSearch = query.by === 'user' && query.keyword !== '';
  return (
    <main id="main" className="page wide usage">
      <PageTitle>{t('admin.usage.title')}</PageTitle>
      <div className="page-head">
        <h1>{t('admin.usage.title')}</h1>
        <form method="post" action={here}>
          <CsrfField />
          <button className="button" type="submit" name="intent" value="reset-all">
            {t('admin.usage.resetAll')}
          </button>
        </form>
      </div>
      <p className="lead">{t('admin.usage.lead')}</p>
      <UsageFilter query={query} now={now} />
      <TotalsLine report={report} />
      <UsageChart days={days} month={query.month} />
      {report.items.length > 0 ? (
        <UsageTable items={report.items} query={query} here={here} currency={report.currency} />
      ) : (
        <Empty icon="search">
          <p>{isSearch ? t('admin.usage.nobody', { keyword: query.keyword }) : t('admin.usage.none')}</p>
          {isSearch ? (
            <a className="button" href={searchOf({ ...query, keyword: '' })}>
              {t('admin.usage.all')}
            </a>
          ) : null}
        </Empty>
      )}
      <Pager {...report} query={Object.fromEntries(new URLSearchParams(searchOf(query)))} />
      <UsageCeilings {...{ ceilings, groups, here }} currency={report.currency ?? null} />
      <AuditTrail acts={acts} />
    </main>
  );
}

function TotalsLine({ report: { totals, currency } }: { report: UsageReport }) {
  const t = useTexts();
  const number = useNumberFormat();
  return (
    <dl className="totals">
      {(['totalTokens', 'promptTokens', 'completionTokens', 'requests'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`admin.usage.${name}`)}</dt>
          <dd>{number.format(totals[name])}</dd>
        </div>
      ))}
      {currency ? (
        <div>
          <dt>{t('admin.usage.cost', { currency })}</dt>
          <dd>{number.format(totals.cost ?? 0)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
