import type { ReactNode } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Empty } from '#app/ui/empty.tsx';
import type { IconName } from '#app/ui/icon.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type Paged = { total: number; page: number; limit: number };
type ListPageProps = {
  title: string;
  text?: string;
  paged: Paged;
  /** Drawn where the list is empty. */
  icon: IconName;
  empty: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
};

/** Renders a page with one list: title, rows or an empty state, and pagination. */
export function ListPage({ title, text, paged, icon, empty, children, actions }: ListPageProps) {
  return (
    <main id="main" className="page">
      <PageTitle>{title}</PageTitle>
      <div className="page-head">
        <h1>{title}</h1>
        {actions}
      </div>
      {text ? <p className="lead">{text}</p> : null}
      {paged.total === 0 ? <Empty icon={icon}>{empty}</Empty> : children}
      <Pager {...paged} />
    </main>
  );
}

type PagerProps = Paged & {
  query?: Record<string, string>;
  /** Name of the navigation, the query parameter and the fragment, for a page with several lists. */
  label?: string;
  parameter?: string;
  fragment?: string;
};

export function Pager({ total, page, limit, query = {}, label, parameter = 'page', fragment = '' }: PagerProps) {
  const t = useTexts();
  const pages = Math.ceil(total / limit);
  if (pages <= 1) return null;
  const to = (target: number) => `?${new URLSearchParams({ ...query, [parameter]: String(target) })}${fragment}`;
  return (
    <nav className="pager" aria-label={label ?? t('pager.label')}>
      {page > 1 ? (
        <a className="button" rel="prev" href={to(Math.min(page - 1, pages))}>
          {t('pager.previous')}
        </a>
      ) : null}
      <span>{t('pager.position', { page, pages })}</span>
      {page < pages ? (
        <a className="button" rel="next" href={to(page + 1)}>
          {t('pager.next')}
        </a>
      ) : null}
    </nav>
  );
}
