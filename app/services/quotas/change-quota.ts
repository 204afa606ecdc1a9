import type { Administration } from '#app/services/access/administrator.ts';
import { requireAdministrator } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { administerAccounts } from '#app/services/administration/administer-accounts.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { latestMonthOf, monthOf } from '#app/services/quotas/calendar-month.ts';
import { getQuota, type QuotaDetail } from '#app/services/quotas/get-quota.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { IS_CURRENT_MONTH, putMonthlyLimit } from '#db/queries/quotas.ts';

/**
 * Sets the monthly limit of accounts, given by id or address; 0 blocks all calls. Throws `permissionDenied`,
 * `userNotFound`.
 */
export async function setMonthlyLimit(
  by: Administration,
  names: string[],
  monthlyLimit: number,
): Promise<QuotaDetail[]> {
  const accounts = await administerAccounts(by, names, async ({ id }) => {
    await putMonthlyLimit({ id, monthlyLimit });
    await recordAct(by, { action: 'quota.set', subject: id, detail: { monthlyLimit } });
    return null;
  });
  return Promise.all(accounts.map(({ id }) => getQuota(id)));
}

/** Resets the monthly usage of accounts; the ledger keeps every call. Throws `permissionDenied`, `userNotFound`. */
export async function resetQuotas(by: Administration, names: string[]): Promise<QuotaDetail[]> {
  const accounts = await administerAccounts(by, names, async ({ id }) => {
    await reset('users.id = $whose', id);
    await recordAct(by, { action: 'quota.reset', subject: id });
    return null;
  });
  return Promise.all(accounts.map(({ id }) => getQuota(id)));
}

const USED_THIS_MONTH = `used > 0 AND ${IS_CURRENT_MONTH}`;

/** Counts the accounts with usage this month, which a reset of all affects. Throws `permissionDenied`. */
export async function countUsedQuotas(by: Administration): Promise<number> {
  requireAdministrator(by);
  const now = Date.now();
  const [row] = await select<{ count: number }>(`SELECT COUNT(*) AS count FROM quotas WHERE ${USED_THIS_MONTH}`, {
    month: monthOf(now),
    latestMonth: latestMonthOf(now),
  });
  return Number(row?.count ?? 0);
}

/** Resets every account, including those without usage. Returns their number. Throws `permissionDenied`. */
export async function resetAllQuotas(by: Administration): Promise<number> {
  requireAdministrator(by);
  return inTransaction(async () => {
    const accounts = await reset('users.id <> $whose', DELETED_USER_ID);
    await recordAct(by, { action: 'quota.reset-all', subject: '', detail: { accounts } });
    return accounts;
  });
}

function reset(condition: 'users.id = $whose' | 'users.id <> $whose', whose: string): Promise<number> {
  const now = Date.now();
  return execute(
    `INSERT INTO quotas (user_id, month, used, reset_at)
     SELECT users.id, $month, 0, CAST($now AS BIGINT) FROM users WHERE ${condition}
     ON CONFLICT (user_id) DO UPDATE SET used = 0, reset_at = $now, month = $month`,
    { whose, month: monthOf(now), now },
  );
}
