import type { Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { tablesOf } from '#app/services/maintenance/backup/part/tables-of-part.ts';
import { linkInvitations } from '#app/services/shares/link-invitations.ts';
import { models } from '#db/connection.ts';
import type { Identity } from '#db/models/identity.ts';
import { findLiveUsers } from '#db/queries/restored-parts.ts';
import { insertRows, type TableRow } from '#db/tables.ts';

/** `username` is the former user name if somebody else has it now; otherwise null. */
export type RestoredAccount = { username: string | null };

/**
 * Inserts an account of a backup; call in a transaction. It signs in as before, even if it was deleted in the backup.
 * An administrator becomes a user, and what others gave (groups, shares) is not restored.
 */
export async function insertAccount({ rows }: Source, account: TableRow): Promise<RestoredAccount> {
  const { User, Identity: Identities } = await models();
  const id = account.id as string;
  const username = account.username as string | null;
  const isNameTaken = username !== null && (await User.count({ where: { username } })) > 0;
  await insertRows('users', [
    {
      ...account,
      role: 'USER',
      username: isNameTaken ? null : username,
      status: account.status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE',
      deleted_at: null,
      updated_at: Date.now(),
    },
  ]);
  for (const table of tablesOf('account')) {
    for (const row of await rows.where(table, 'user_id', [id])) {
      const providerName = row.provider_name as Identity['providerName'];
      const where = { providerName, providerId: row.provider_id as string };
      if (table === 'identities' && (await Identities.count({ where })) > 0) continue;
      await insertRows(table, [table === 'quotas' ? { ...row, reserved: 0 } : row]);
    }
  }
  await insertBlocks(rows, id);
  if (account.verified_at !== null) await linkInvitations({ id, email: account.email as string });
  return { username: isNameTaken ? username : null };
}

/** Inserts blocks in both directions if the other account exists in this installation. */
async function insertBlocks(rows: Source['rows'], id: string): Promise<void> {
  const found = [...(await rows.where('blocks', 'user_id', [id])), ...(await rows.where('blocks', 'blocked_id', [id]))];
  const others = found.flatMap(({ user_id, blocked_id }) => [user_id as string, blocked_id as string]);
  const live = new Set((await findLiveUsers({ ids: JSON.stringify(others) })).map((user) => user.id));
  for (const row of found)
    if (live.has(row.user_id as string) && live.has(row.blocked_id as string)) await insertRows('blocks', [row]);
}
