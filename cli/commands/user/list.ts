import type { UserQuery } from '#app/schemas/users.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { listUsers } from '#app/services/administration/list-users.ts';
import type { Format } from '#cli/output/rows.ts';
import { printActivity, printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = Pick<UserQuery, 'status' | 'role' | 'inactive' | 'sort' | 'order'> & {
  keyword?: string;
  limit?: number;
  format: Format;
};

/** All users; the web shows one page at a time. */
const ALL = 1_000_000_000;

export async function userListCommand({ format, keyword = '', limit = ALL, ...rest }: Options): Promise<void> {
  const { t, say } = terminal();
  const query = { ...rest, keyword: keyword.trim(), page: 1, limit };
  const { items, total } = await withServices(() => listUsers(OPERATOR, query));
  if (query.inactive || query.sort === 'lastSeenAt') printActivity(items, format, t);
  else printUsers(items, format, t);
  say(t('cli.user.listed', { shown: items.length, count: total }));
}
