import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { startOfMonth } from '#app/services/quotas/month.ts';
import { execute, inTransaction, lock, select } from '#db/connection.ts';

type Quota = { userId: string; month: string; used: number; reserved: number };
type Counted = Quota & { countedUsed: number; countedReserved: number };

/** Quotas of one month with the sums of the ledger since then, or since the last reset. */
const COUNTED = (ledger: string, quotas: string) => `
  SELECT quotas.user_id AS "userId", quotas.month, quotas.used, quotas.reserved,
    COALESCE(SUM(CASE WHEN ledger.status <> 'open' AND ledger.started_at >= $since
      AND ledger.started_at >= COALESCE(quotas.reset_at, 0) THEN prompt_tokens + completion_tokens ELSE 0 END), 0)
      AS "countedUsed",
    COALESCE(SUM(CASE WHEN ledger.status = 'open' THEN ledger.reserved ELSE 0 END), 0) AS "countedReserved"
  FROM quotas LEFT JOIN (${ledger}) AS ledger ON ledger.user_id = quotas.user_id
  WHERE ${quotas}
  GROUP BY quotas.user_id, quotas.month, quotas.used, quotas.reserved, quotas.reset_at`;
/** The totals of a month that differ: one scan of the ledger, whatever the number of people. */
const WRONG_IN_MONTH = `SELECT * FROM (${COUNTED('SELECT * FROM ledger', 'quotas.month = $month')}) AS counted
  WHERE used <> "countedUsed" OR reserved <> "countedReserved" ORDER BY "userId"`;
const OF_ONE = COUNTED('SELECT * FROM ledger WHERE user_id = $userId', 'quotas.user_id = $userId');

const sinceOf = (month: string) => (month ? startOfMonth(month) : 0);

/** Checks that used and reserved tokens match the ledger. */
export async function* checkQuotas(repair: boolean): AsyncGenerator<Finding> {
  const months = await select<{ month: string }>('SELECT DISTINCT month FROM quotas ORDER BY month');
  for (const { month } of months) {
    const wrong = await select<Counted>(WRONG_IN_MONTH, { month, since: sinceOf(month) });
    // A call may have been settled meanwhile.
    for (const quota of wrong) yield* await checkUnderLock(quota, repair);
  }
}

function checkUnderLock({ userId }: Quota, repair: boolean): Promise<Finding[]> {
  return inTransaction(async () => {
    await lock(`quota ${userId}`);
    const [current] = await select<Quota>('SELECT month FROM quotas WHERE user_id = $userId', { userId });
    if (!current) return [];
    const [quota] = await select<Counted>(OF_ONE, { userId, since: sinceOf(current.month) });
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
