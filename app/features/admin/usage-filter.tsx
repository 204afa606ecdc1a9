import { type ShownQuery, searchOf } from '#app/features/admin/usage-query.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { monthFrom } from '#app/schemas/month.ts';
import { WEB_USAGE_GROUPS } from '#app/schemas/usage.ts';
import { Icon } from '#app/ui/icon.tsx';

/** Filters the usage report by month, grouping and user. */
export function UsageFilter({ query, now }: { query: ShownQuery; now: string }) {
  const t = useTexts();
  const { month, by, keyword, sort, order } = query;
  const toMonth = (steps: number) => searchOf({ ...query, month: monthFrom(month, steps) });
  return (
    <>
      <search>
        <form className="usage-filter" method="get" action="/admin/token-usage">
          <div className="field">
            <label htmlFor="month">{t('admin.usage.month')}</label>
            <div className="month-picker">
              <a className="button quiet" href={toMonth(-1)} aria-label={monthFrom(month, -1)}>
                ←
              </a>
              <input id="month" name="month" type="month" defaultValue={month} pattern="\d{4}-\d{2}" key={month} />
              {month < now ? (
                <a className="button quiet" href={toMonth(1)} aria-label={monthFrom(month, 1)}>
                  →
                </a>
              ) : null}
            </div>
          </div>
          {by === 'user' ? (
            <div className="field">
              <label htmlFor="keyword">{t('admin.usage.search')}</label>
              <input id="keyword" name="keyword" type="search" defaultValue={keyword} maxLength={200} />
            </div>
          ) : null}
          <input type="hidden" name="by" value={by} />
          <input type="hidden" name="sort" value={sort} />
          <input type="hidden" name="order" value={order} />
          <button className="button" type="submit">
            {t('admin.usage.show')}
          </button>
          <a className="button quiet" href={`/admin/token-usage.csv${searchOf(query)}`} data-file>
            <Icon name="download" />
            {t('admin.usage.csv')}
          </a>
        </form>
      </search>
      <nav className="tabs" aria-label={t('admin.usage.by')}>
        {WEB_USAGE_GROUPS.map((group) => (
          <a
            key={group}
            href={searchOf({ ...query, by: group, keyword: '' })}
            aria-current={group === by ? 'page' : undefined}
          >
            {t(`admin.usage.tabs.${group}`)}
          </a>
        ))}
      </nav>
    </>
  );
}
