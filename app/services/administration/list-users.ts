import { offsetOf, type Page } from '#app/schemas/paging.ts';
import type { UserQuery } from '#app/schemas/users.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { toUserEntry, USER_COLUMNS, type UserEntry, type UserEntryRow } from '#app/services/accounts/user-entry.ts';
import { DAY_MS } from '#app/services/day.ts';
import { select } from '#db/connection.ts';
import { containing } from '#db/query.ts';

const COLUMN = {
  createdAt: 'users.created_at',
  email: 'users.email',
  status: 'users.status',
  role: 'users.role',
  lastSeenAt: 'COALESCE(users.last_seen_at, 0)',
} as const;

/**
 * Returns a page of all accounts; the keyword matches address, name and user name, with `%` and `_` literal. Throws
 * `permissionDenied`.
 */
export async function listUsers(by: Administration, query: UserQuery): Promise<Page<UserEntry>> {
  requireAdministrator(by);
  const { page, limit, sort, order } = query;
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  const { where, bind } = conditionsOf(query);
  const rows = await select<UserEntryRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE ${where}
     ORDER BY ${COLUMN[sort]} ${direction}, users.id ${direction} LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}`,
    bind,
  );
  const [count] = await select<{ total: number }>(`SELECT COUNT(*) AS total FROM users WHERE ${where}`, bind);
  return { items: rows.map(toUserEntry), total: Number(count?.total ?? 0), page, limit };
}

function conditionsOf({ keyword, status, role, inactive }: UserQuery) {
  const conditions = ['users.id <> $gone'];
  const bind: Record<string, string | number> = { gone: DELETED_USER_ID };
  if (keyword) {
    const named = containing(['users.email', 'users.username', 'users.display_name'], 'keyword', keyword);
    conditions.push(named.sql);
    Object.assign(bind, named.bind);
  }
  for (const [column, value] of Object.entries({ status, role })) {
    if (!value) continue;
    conditions.push(`users.${column} = $${column}`);
    bind[column] = value;
  }
  if (inactive) {
    // Accounts without any activity count from the day they were made.
    conditions.push('COALESCE(users.last_seen_at, users.created_at) <= $seenBefore');
    bind.seenBefore = Date.now() - inactive * DAY_MS;
  }
  return { where: conditions.join(' AND '), bind };
}
