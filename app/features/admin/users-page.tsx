import { AuditTrail } from '#app/features/admin/audit-trail.tsx';
import { UserInvitations } from '#app/features/admin/user-invitations.tsx';
import { UserTable } from '#app/features/admin/user-table.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { INACTIVE_MAX_DAYS } from '#app/schemas/limits.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { UserQuery } from '#app/schemas/users.ts';
import type { AdministeredUser } from '#app/services/administration/acts-on.ts';
import type { Invitation } from '#app/services/administration/invite-account.ts';
import type { ActEntry } from '#app/services/audit/list-acts.ts';
import { Empty } from '#app/ui/empty.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

export type UsersProps = {
  users: Page<AdministeredUser>;
  query: UserQuery;
  /** Path and query of this list; its forms post here. */
  here: string;
  invitations: Invitation[];
  acts: ActEntry[];
  isClosed: boolean;
};

/** Lists all accounts with their actions and the audit trail. */
export function UsersPage({ users, query, here, invitations, acts, isClosed }: UsersProps) {
  const t = useTexts();
  const { keyword, inactive, sort, order } = query;
  // The invitation form shows its own errors.
  const hasSummary = useProblem('invite') !== undefined;
  return (
    <main id="main" className="page wide">
      <PageTitle hasSummary={hasSummary}>{t('admin.users.title')}</PageTitle>
      <h1>{t('admin.users.title')}</h1>
      <p className="lead">{t('admin.users.lead')}</p>
      <search>
        <form className="usage-filter" method="get" action="/admin/users">
          <div className="field">
            <label htmlFor="keyword">{t('admin.users.search')}</label>
            <input
              id="keyword"
              name="keyword"
              type="search"
              defaultValue={keyword}
              placeholder={t('admin.users.searchHint')}
              maxLength={200}
            />
          </div>
          <div className="field">
            <label htmlFor="inactive">{t('admin.users.inactive')}</label>
            <input
              id="inactive"
              name="inactive"
              type="number"
              min={1}
              max={INACTIVE_MAX_DAYS}
              defaultValue={inactive}
            />
          </div>
          <button className="button" type="submit">
            {t('search.submit')}
          </button>
        </form>
      </search>
      {users.items.length > 0 ? (
        <>
          <p className="quiet-text">{t('admin.users.found', { count: users.total })}</p>
          <UserTable users={users.items} query={query} here={here} />
        </>
      ) : (
        <Empty icon="search">
          <p>{keyword ? t('admin.users.nobody', { keyword }) : t('admin.users.nobodyInactive')}</p>
          <a className="button" href="/admin/users">
            {t('admin.users.all')}
          </a>
        </Empty>
      )}
      <Pager
        {...users}
        query={{ ...(keyword ? { keyword } : {}), ...(inactive ? { inactive: String(inactive) } : {}), sort, order }}
      />
      <UserInvitations invitations={invitations} here={here} isClosed={isClosed} />
      <AuditTrail acts={acts} />
    </main>
  );
}
