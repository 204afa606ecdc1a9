import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { startOfMonth } from '#app/services/quotas/month.ts';
import { execute, inTransaction, lock, select } from '#db/connection.ts';

type Quota = { userId: string; month: string; used: number; reserved: number; resetAt: number | null };
type Sums = { used: number; reserved: number };

/** Checks that used and reserved tokens match the ledger. */
export async function* checkQuotas(repair: boolean): AsyncGenerator<Finding> {
  const users = await select<{ userId: string }>('SELECT user_id AS "userId" FROM quotas ORDER BY user_id');
  for (const { userId } of users) {
    const findings = await inTransaction(async () => {
      await lock(`quota ${userId}`);
      return checkOne(userId, repair);
    });
    yield* findings;
  }
}

async function checkOne(userId: string, repair: boolean): Promise<Finding[]> {
  const [quota] = await select<Quota>(
    'SELECT user_id AS "userId", month, used, reserved, reset_at AS "resetAt" FROM quotas WHERE user_id = $userId',
    { userId },
  );
  if (!quota) return [];
  const since = Math.max(quota.month ? startOfMonth(quota.month) : 0, quota.resetAt ?? 0);
  const [sums] = await select<Sums>(
    `SELECT COALESCE(SUM(CASE WHEN started_at >= $since AND status <> 'open' THEN prompt_tokens + completion_tokens
         ELSE 0 END), 0) AS used, COALESCE(SUM(CASE WHEN status = 'open' THEN reserved ELSE 0 END), 0) AS reserved
     FROM ledger WHERE user_id = $userId`,
    { userId, since },
  );
  const wrong = (['used', 'reserved'] as const).filter((name) => Number(quota[name]) !== Number(sums![name]));
  if (repair && wrong.length > 0) {
    const { used, reserved } = { used: Number(sums!.used), reserved: Number(sums!.reserved) };
    await execute('UPDATE quotas SET used = $used, reserved = $reserved WHERE user_id = $userId', {
      userId,
      used,
      reserved,
    });
  }
  return wrong.map((name) =>
    finding('quotas', name, userId, { detail: `${quota[name]} ≠ ${sums![name]}`, repaired: repair }),
  );
}
