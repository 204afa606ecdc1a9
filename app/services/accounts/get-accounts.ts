import { AppError } from '#app/errors.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { toUserEntry, USER_COLUMNS, type UserEntry, type UserEntryRow } from '#app/services/accounts/user-entry.ts';
import { select } from '#db/connection.ts';

/**
 * Finds accounts by id or address, without duplicates, in the given order. Throws `permissionDenied`, and
 * `userNotFound` listing all unknown names.
 */
export async function getAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  requireAdministrator(by);
  const wanted = [...new Set(names.map((name) => name.trim().toLowerCase()))];
  const found: UserEntry[] = [];
  const unknown: string[] = [];
  for (const name of wanted) {
    const [row] = await select<UserEntryRow>(
      `SELECT ${USER_COLUMNS} FROM users WHERE (users.id = $name OR users.email = $name) AND users.id <> $gone`,
      { name, gone: DELETED_USER_ID },
    );
    if (!row) unknown.push(name);
    else if (!found.some(({ id }) => id === row.id)) found.push(toUserEntry(row));
  }
  if (unknown.length > 0) {
    const names = { key: 'user.unknown', values: { names: unknown.join(', ') } };
    throw new AppError('userNotFound', { fields: { '': [names] } });
  }
  return found;
}
