import { useRootData } from '#app/features/shell/root-data.ts';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useRefused } from '#app/features/shell/use-refused.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { UserQuery } from '#app/schemas/users.ts';
import type { AdministeredUser } from '#app/services/administration/acts-on.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Popover } from '#app/ui/popover.tsx';

type TableProps = { users: AdministeredUser[]; query: UserQuery; here: string };

/** Renders one row per user, as cards on a phone; a menu at the end holds the actions. */
export function UserTable({ users, query, here }: TableProps) {
  const t = useTexts();
  return (
    <table className="data cards">
      <caption className="sr-only">{t('admin.users.title')}</caption>
      <thead>
        <tr>
          <SortedHead column="email" label={t('admin.users.person')} query={query} />
          <SortedHead column="role" label={t('admin.users.role')} query={query} />
          <SortedHead column="status" label={t('admin.users.status')} query={query} />
          <th scope="col" className="number">
            {t('admin.users.documents')}
          </th>
          <SortedHead column="createdAt" label={t('admin.users.created')} query={query} />
          <SortedHead column="lastSeenAt" label={t('admin.users.lastSeen')} query={query} />
          <th scope="col">
            <span className="sr-only">{t('admin.users.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} here={here} />
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = { column: UserQuery['sort']; label: string; query: UserQuery };

function SortedHead({ column, label, query: { keyword, inactive, sort, order } }: HeadProps) {
  const t = useTexts();
  const isSorted = sort === column;
  const next = isSorted && order === 'asc' ? 'desc' : 'asc';
  const filter = { ...(keyword ? { keyword } : {}), ...(inactive ? { inactive: String(inactive) } : {}) };
  const query = new URLSearchParams({ ...filter, sort: column, order: next });
  return (
    <th scope="col" aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}>
      <a href={`/admin/users?${query}`} title={t('admin.users.sort', { column: label })}>
        {label}
      </a>
    </th>
  );
}

function UserRow({ user, here }: { user: AdministeredUser; here: string }) {
  const t = useTexts();
  const isSelf = useRootData()?.user?.id === user.id;
  return (
    <tr>
      <th scope="row">
        <span className="who">
          <strong>
            {user.displayName ?? user.email} {isSelf ? <span className="chip">{t('admin.users.you')}</span> : null}
          </strong>
          {user.displayName ? <span>{user.email}</span> : null}
        </span>
      </th>
      <td data-label={t('admin.users.role')}>
        {user.role === 'ADMIN' ? (
          <span className="chip leaf">{t('admin.users.roles.ADMIN')}</span>
        ) : (
          t('admin.users.roles.USER')
        )}
      </td>
      <td data-label={t('admin.users.status')}>
        <Status user={user} />
      </td>
      <td className="number" data-label={t('admin.users.documents')}>
        {user.documents}
      </td>
      <td data-label={t('admin.users.created')}>
        <TimeAgo at={user.createdAt} />
      </td>
      <td data-label={t('admin.users.lastSeen')}>
        {user.lastSeenAt ? <TimeAgo at={user.lastSeenAt} /> : t('admin.users.neverSeen')}
      </td>
      <td className="menu">
        <UserMenu user={user} here={here} />
      </td>
    </tr>
  );
}

function Status({ user: { status, verified, purgeAt } }: { user: AdministeredUser }) {
  const t = useTexts();
  if (purgeAt) {
    return <span className="chip berry">{t('admin.users.deletedUntil', { date: purgeAt.slice(0, 10) })}</span>;
  }
  if (status === 'SUSPENDED') return <span className="chip amber">{t('admin.users.statuses.SUSPENDED')}</span>;
  return verified ? t('admin.users.statuses.ACTIVE') : <span className="chip">{t('admin.users.unverified')}</span>;
}

function UserMenu({ user, here }: { user: AdministeredUser; here: string }) {
  const t = useTexts();
  const { errors, given } = useRefused('storage-limit');
  const isRefused = given.userId === user.id;
  const limit = user.storageLimit === null ? '' : String(user.storageLimit / 1_000_000);
  return (
    <Popover
      label={t('admin.users.actionsOf', { email: user.email })}
      icon={<Icon name="ellipsis" />}
      isOpen={isRefused}
    >
      <form method="post" action={here}>
        <CsrfField />
        <input type="hidden" name="userId" value={user.id} />
        {user.acts.map((intent) => (
          <button
            key={intent}
            className={intent === 'delete' ? 'row danger' : 'row'}
            type="submit"
            name="intent"
            value={intent}
          >
            {t(user.status === 'DELETED' ? 'admin.users.restore' : `admin.users.${intent}`)}
          </button>
        ))}
      </form>
      <form className="stack" method="post" action={here}>
        <CsrfField />
        <input type="hidden" name="userId" value={user.id} />
        <Field
          id={`storage-${user.id}`}
          name="megabytes"
          inputMode="numeric"
          label={t('storage.limit')}
          hint={t('storage.limitHint')}
          defaultValue={isRefused ? given.megabytes : limit}
          errors={isRefused ? errors.megabytes : undefined}
        />
        <button className="button" type="submit" name="intent" value="storage-limit">
          {t('storage.set')}
        </button>
      </form>
    </Popover>
  );
}
