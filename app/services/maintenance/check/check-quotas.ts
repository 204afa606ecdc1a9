import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { instantsOf } from '#app/services/quotas/calendar-month.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

type Quota = { userId: string; month: string; used: number; reserved: number };
type Counted = Quota & { countedUsed: number; countedReserved: number };

/**
 * Quotas with the sums of the ledger in their month, since its start or the last reset. The ledger is summed first, in
 * one scan; joined to the quotas, SQLite would scan it once per person.
 */
const counted = (quotas: string, ledger = '') => `
  SELECT quotas.user_id AS "userId", quotas.month, quotas.used, quotas.reserved,
    COALESCE(sums.used, 0) AS "countedUsed", COALESCE(sums.reserved, 0) AS "countedReserved"
  FROM quotas LEFT JOIN (
    SELECT ledger.user_id,
      SUM(CASE WHEN status <> 'open' AND started_at >= $from AND started_at < $until
          AND started_at >= COALESCE(own.reset_at, 0)
        THEN prompt_tokens + completion_tokens ELSE 0 END) AS used,
      SUM(CASE WHEN status = 'open' THEN ledger.reserved ELSE 0 END) AS reserved
    FROM ledger JOIN quotas AS own ON own.user_id = ledger.user_id ${ledger} GROUP BY ledger.user_id
  ) AS sums ON sums.user_id = quotas.user_id
  WHERE ${quotas}`;
const WRONG_IN_MONTH = `SELECT * FROM (${counted('quotas.month = $month')}) AS counted
  WHERE used <> "countedUsed" OR reserved <> "countedReserved" ORDER BY "userId"`;
const OF_ONE = counted('quotas.user_id = $userId', 'WHERE ledger.user_id = $userId');

/** Checks that used and reserved tokens match the ledger. */
export async function* checkQuotas(repair: boolean): AsyncGenerator<Finding> {
  const months = await select<{ month: string }>('SELECT DISTINCT month FROM quotas ORDER BY month');
  for (const { month } of months) {
    const wrong = await select<Counted>(WRONG_IN_MONTH, { month, ...instantsOf(month) });
    // Check again under the lock, as a call may have been settled meanwhile.
    for (const quota of wrong) yield* await checkUnderLock(quota, repair);
  }
}

function checkUnderLock({ userId }: Quota, repair: boolean): Promise<Finding[]> {
  return inTransaction(async () => {
    await lock(`quota ${userId}`);
    const [current] = await select<Quota>('SELECT month FROM quotas WHERE user_id = $userId', { userId });
    if (!current) return [];
    const [quota] = await select<Counted>(OF_ONE, { userId, ...instantsOf(current.month) });
    return compare(quota!, repair);
  });
}

async function compare(quota: Counted, repair: boolean): Promise<Finding[]> {
  const { userId } = quota;
  const sums = { used: Number(quota.countedUsed), reserved: Number(quota.countedReserved) };
  const wrong = (['used', 'reserved'] as const).filter((name) => Number(quota[name]) !== sums[name]);
  if (repair && wrong.length > 0)
    await execute('UPDATE quotas SET used = $used, reserved = $reserved WHERE user_id = $userId', { userId, ...sums });
  return wrong.map((name) =>
    finding('quotas', name, userId, { detail: `${quota[name]} ≠ ${sums[name]}`, repaired: repair }),
  );
}
