import type { TFunction } from 'i18next';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import type { Row } from '#cli/output/printable.ts';
import { type Format, printRows } from '#cli/output/rows.ts';

/** Prints accounts as rows in the contract's format (JSON, CSV) or as a table. `more` adds columns. */
export function printUsers(users: UserEntry[], format: Format, t: TFunction, more: Row = {}): void {
  const hasNames = users.some(({ displayName }) => displayName !== null);
  const rows = users.map((user) => (format === 'table' ? readable(user, hasNames, t) : userRow(user)));
  printRows(
    rows.map((row) => ({ ...row, ...more })),
    format,
  );
}

/** Prints accounts with the time of their last activity. */
export function printActivity(users: UserEntry[], format: Format, t: TFunction): void {
  const readableRow = (user: UserEntry): Row => ({
    [t('admin.users.email')]: user.email,
    [t('admin.users.status')]: stateOf(user, t),
    [t('admin.users.documents')]: user.documents,
    [t('admin.users.lastSeen')]: user.lastSeenAt?.slice(0, 10) ?? t('cli.user.columns.none'),
  });
  const row = (user: UserEntry): Row => ({ ...userRow(user), lastSeenAt: user.lastSeenAt });
  printRows(users.map(format === 'table' ? readableRow : row), format);
}

/** Returns an account as a row in the format of the contract. */
export function userRow({ id, email, displayName, username, role, status, verified, createdAt }: UserEntry): Row {
  return { id, email, displayName, username, role, status, verified, createdAt };
}

/** Returns a row as narrow as possible, to fit the table into 80 columns. */
function readable(user: UserEntry, hasNames: boolean, t: TFunction): Row {
  return {
    [t('admin.users.email')]: user.email,
    ...(hasNames ? { [t('admin.users.name')]: user.displayName ?? '' } : {}),
    [t('admin.users.role')]: t(`admin.users.roles.${user.role}`),
    [t('admin.users.status')]: stateOf(user, t),
    [t('admin.users.created')]: user.createdAt.slice(0, 10),
  };
}

/** Returns the localized status of an account. */
export function stateOf({ status, verified, purgeAt }: UserEntry, t: TFunction): string {
  if (purgeAt) return t('cli.user.deletedUntil', { date: purgeAt.slice(0, 10) });
  if (status === 'ACTIVE' && !verified) return t('admin.users.unverified');
  return t(`admin.users.statuses.${status}`);
}
