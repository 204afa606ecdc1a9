import { changedRowsOf, changeOf, rowsOf } from '#db/query.ts';

/** Lists an account's unsettled AI calls. */
export const findOpenCalls = rowsOf<{ requestId: string; leaseUntil: number }, { userId: string }>({
  name: 'findOpenCalls',
  uses: ['ledger_open'],
  sql: `SELECT request_id AS "requestId", lease_until AS "leaseUntil" FROM ledger
    WHERE user_id = $userId AND status = 'open'`,
});

/** Lists unsettled AI calls of all accounts whose lease has expired. */
export const findLapsedCalls = rowsOf<{ requestId: string; userId: string }, { now: number; limit: number }>({
  name: 'findLapsedCalls',
  uses: ['ledger_open'],
  sql: `SELECT request_id AS "requestId", user_id AS "userId" FROM ledger
    WHERE status = 'open' AND lease_until <= $now ORDER BY user_id LIMIT $limit`,
});

/** Condition of rows whose sums count: usage of earlier months does not, nor that of a later month by a clock ahead. */
export const IS_CURRENT_MONTH = 'month >= $month AND month <= $latestMonth';
const USED = `CASE WHEN ${IS_CURRENT_MONTH} THEN used ELSE 0 END`;
const LEFT = `(COALESCE(monthly_limit, $limit) - (${USED}) - reserved - $promptTokens)`;
const ANSWER = `CASE WHEN ${LEFT} < $answerMax THEN ${LEFT} ELSE $answerMax END`;

/**
 * Reserves a prompt and the longest answer that fits, in one statement, so that concurrent calls never exceed the
 * limit. A month after `latestMonth` and a reset in the future are of a clock that was ahead: they become `month` and
 * now. Returns no row if not one token is left.
 */
export const reserveCall = changedRowsOf<
  { granted: number; month: string },
  {
    userId: string;
    promptTokens: number;
    answerMax: number;
    month: string;
    latestMonth: string;
    limit: number;
    now: number;
  }
>({
  name: 'reserveCall',
  uses: ['quotas(user_id)'],
  sql: `UPDATE quotas SET granted = ${ANSWER}, reserved = reserved + $promptTokens + (${ANSWER}), used = ${USED},
      month = CASE WHEN ${IS_CURRENT_MONTH} THEN month ELSE $month END,
      reset_at = CASE WHEN reset_at > CAST($now AS BIGINT) THEN CAST($now AS BIGINT) ELSE reset_at END
    WHERE user_id = $userId AND ${LEFT} >= 1 RETURNING granted, month`,
});

/**
 * Replaces reserved tokens by used ones, unless the call was reserved before the present month or the last reset;
 * `month` is the month of its reservation. One statement, as a reset may commit while it waits for the row.
 */
export const settleReserved = changeOf<{
  userId: string;
  reserved: number;
  tokens: number;
  startedAt: number;
  month: string;
}>({
  name: 'settleReserved',
  uses: ['quotas(user_id)'],
  sql: `UPDATE quotas SET reserved = reserved - $reserved, used = used + CASE
      WHEN CAST($startedAt AS BIGINT) >= COALESCE(reset_at, 0) AND CAST($month AS TEXT) >= month
        THEN CAST($tokens AS BIGINT) ELSE 0 END
    WHERE user_id = $userId`,
});

/** Sets the monthly limit of an account that may have no row yet. */
export const putMonthlyLimit = changeOf<{ id: string; monthlyLimit: number }>({
  name: 'putMonthlyLimit',
  uses: { sqlite: [], postgres: ['quotas(user_id)'] },
  sql: `INSERT INTO quotas (user_id, monthly_limit) VALUES ($id, $monthlyLimit)
    ON CONFLICT (user_id) DO UPDATE SET monthly_limit = $monthlyLimit`,
});
