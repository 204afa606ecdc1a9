import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { QUOTA_COLUMNS, QUOTA_FROM, type QuotaDetail, type QuotaRow, toQuota } from '#app/services/quotas/get-quota.ts';
import { select } from '#db/connection.ts';

/** Rows in memory at a time, to limit it for any number of accounts. */
const AT_ONCE = 2000;

/** Streams all quotas ordered by address. Throws `permissionDenied`. */
export async function* listQuotas(by: Administration): AsyncGenerator<QuotaDetail> {
  requireAdministrator(by);
  for (let after = ''; ; ) {
    const rows = await select<QuotaRow>(
      `SELECT ${QUOTA_COLUMNS} ${QUOTA_FROM} WHERE users.email > $after AND users.id <> $gone
       ORDER BY users.email LIMIT ${AT_ONCE}`,
      { after, gone: DELETED_USER_ID },
    );
    for (const row of rows) yield toQuota(row, Date.now());
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.email;
  }
}
