import { type ShownQuery, searchOf } from '#app/features/admin/usage-query.ts';
import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useNumberFormat, useTexts } from '#app/i18n/use-texts.ts';
import type { UsageRow, UserUsage } from '#app/services/quotas/report-usage.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Popover } from '#app/ui/popover.tsx';

type TableProps = { items: UsageRow[]; query: ShownQuery; here: string; currency: string | undefined };

/**
 * Renders one row per user, day, model, feature or document owner, as cards on a phone. A menu at the end of a row sets
 * a user's allowance.
 */
export function UsageTable({ items, query, here, currency }: TableProps) {
  const t = useTexts();
  const isUsers = query.by === 'user';
  return (
    <table className="data cards">
      <caption className="sr-only">{t('admin.usage.title')}</caption>
      <thead>
        <tr>
          <SortedHead
            column="email"
            label={t(isUsers ? 'admin.usage.person' : `admin.usage.tabs.${query.by}`)}
            query={query}
          />
          {isUsers ? (
            <th scope="col" className="number">
              {t('admin.usage.used')}
            </th>
          ) : null}
          <SortedHead column="requests" label={t('admin.usage.requests')} query={query} isNumber />
          <th scope="col" className="number">
            {t('admin.usage.promptTokens')}
          </th>
          <th scope="col" className="number">
            {t('admin.usage.completionTokens')}
          </th>
          <SortedHead column="tokens" label={t('admin.usage.totalTokens')} query={query} isNumber />
          {currency ? (
            <th scope="col" className="number">
              {t('admin.usage.cost', { currency })}
            </th>
          ) : null}
          {isUsers ? (
            <th scope="col">
              <span className="sr-only">{t('admin.users.actions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <Row key={keyOf(row)} row={row} here={here} currency={currency} />
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = { column: ShownQuery['sort']; label: string; query: ShownQuery; isNumber?: boolean };

/** Renders a sortable column head. Days cannot be sorted otherwise. */
function SortedHead({ column, label, query, isNumber = false }: HeadProps) {
  const t = useTexts();
  const className = isNumber ? 'number' : undefined;
  if (query.by === 'day') {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const isSorted = query.sort === column;
  const first = column === 'email' ? 'asc' : 'desc';
  const other = query.order === 'asc' ? 'desc' : 'asc';
  const order = isSorted ? other : first;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (query.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <a href={searchOf({ ...query, sort: column, order })} title={t('admin.usage.sort', { column: label })}>
        {label}
      </a>
    </th>
  );
}

function Row({ row, here, currency }: { row: UsageRow; here: string; currency: string | undefined }) {
  const t = useTexts();
  const number = useNumberFormat();
  const user = 'userId' in row ? row : null;
  const isPurged = user?.email === null;
  return (
    <tr>
      <th scope="row">{nameOf(row, t)}</th>
      {user ? (
        <td className="number" data-label={t('admin.usage.used')}>
          {isPurged ? '–' : `${number.format(user.monthlyUsed)} / ${number.format(user.monthlyLimit)}`}
        </td>
      ) : null}
      {(['requests', 'promptTokens', 'completionTokens', 'totalTokens'] as const).map((name) => (
        <td key={name} className="number" data-label={t(`admin.usage.${name}`)}>
          {number.format(row[name])}
        </td>
      ))}
      {currency ? (
        <td className="number" data-label={t('admin.usage.cost', { currency })}>
          {number.format(row.cost ?? 0)}
        </td>
      ) : null}
      {user ? <td className="menu">{isPurged ? null : <AllowanceMenu user={user} here={here} />}</td> : null}
    </tr>
  );
}

function AllowanceMenu({ user, here }: { user: UserUsage; here: string }) {
  const t = useTexts();
  const problem = useProblem('limit');
  const given = useGiven('limit');
  const isThis = given?.userId === user.userId;
  const errors = isThis ? (problem?.result.error?.monthlyLimit ?? undefined) : undefined;
  const id = `limit-${user.userId}`;
  return (
    <Popover
      label={t('admin.usage.manage', { email: user.email ?? '' })}
      icon={<Icon name="ellipsis" />}
      isOpen={isThis}
    >
      <form className="allowance" method="post" action={here} noValidate>
        <CsrfField />
        <input type="hidden" name="userId" value={user.userId} />
        <div className="field">
          <label htmlFor={id}>{t('admin.usage.limit')}</label>
          <input
            id={id}
            name="monthlyLimit"
            inputMode="numeric"
            defaultValue={isThis ? given?.monthlyLimit : user.monthlyLimit}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? `${id}-error` : undefined}
          />
          <FieldErrors id={id} errors={errors} />
        </div>
        <button className="button" type="submit" name="intent" value="limit">
          {t('admin.usage.setLimit')}
        </button>
      </form>
      <form method="post" action={here}>
        <CsrfField />
        <input type="hidden" name="userId" value={user.userId} />
        <button className="row" type="submit" name="intent" value="reset">
          {t('admin.usage.reset')}
        </button>
      </form>
    </Popover>
  );
}

function keyOf(row: UsageRow): string {
  if ('userId' in row) return row.userId;
  if ('owner' in row) return row.owner ?? '';
  return 'date' in row ? row.date : 'model' in row ? row.model : row.feature;
}

/** Returns the label of a row; features have their localized names. */
function nameOf(row: UsageRow, t: ReturnType<typeof useTexts>): string {
  if ('userId' in row) return row.email ?? t('admin.usage.gone');
  if ('owner' in row) return row.owner ?? t('admin.usage.noOwner');
  if ('feature' in row) return t(`ai.actions.${row.feature as 'ask'}`, { defaultValue: row.feature });
  return keyOf(row);
}
