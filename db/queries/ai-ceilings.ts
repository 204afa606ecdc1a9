import { IS_CURRENT_MONTH } from '#db/queries/quotas.ts';
import { changedRowsOf, changeOf, isListed, rowsOf } from '#db/query.ts';

export type CeilingRow = {
  id: string;
  groupName: string | null;
  monthlyTokens: number | null;
  monthlyCost: number | null;
  month: string;
  used: number;
  reserved: number;
  usedCost: number;
  reservedCost: number;
};

const COLUMNS = `ai_ceilings.id, groups.name AS "groupName", ai_ceilings.monthly_tokens AS "monthlyTokens",
  ai_ceilings.monthly_cost AS "monthlyCost", ai_ceilings.month, ai_ceilings.used, ai_ceilings.reserved,
  ai_ceilings.used_cost AS "usedCost", ai_ceilings.reserved_cost AS "reservedCost"`;
const FROM = 'FROM ai_ceilings LEFT JOIN groups ON groups.id = ai_ceilings.group_id';

/** Lists all ceilings: the installation's first, then those of groups by name. */
export const findCeilings = rowsOf<CeilingRow, Record<string, never>>({
  name: 'findCeilings',
  uses: [],
  sql: `SELECT ${COLUMNS} ${FROM} ORDER BY LOWER(COALESCE(groups.name, '')), ai_ceilings.id`,
});

/** Lists the ceilings that apply to a person: the installation's and those of their groups. */
export const findCeilingsOf = rowsOf<CeilingRow, { userId: string }>({
  name: 'findCeilingsOf',
  uses: ['group_members_of_user'],
  sql: `SELECT ${COLUMNS} ${FROM} WHERE ai_ceilings.group_id IS NULL
      OR ai_ceilings.group_id IN (SELECT group_id FROM group_members WHERE user_id = $userId)
    ORDER BY LOWER(COALESCE(groups.name, '')), ai_ceilings.id`,
});

const USED = `CASE WHEN ${IS_CURRENT_MONTH} THEN used ELSE 0 END`;
const USED_COST = `CASE WHEN ${IS_CURRENT_MONTH} THEN used_cost ELSE 0 END`;

/**
 * Reserves tokens and their cost in those of the listed ceilings that have room; `ids` is a JSON array. A month after
 * `latestMonth` is of a clock that was ahead: it becomes `month`. Returns these ceilings: the caller rolls back if one
 * is missing.
 */
export const reserveInCeilings = changedRowsOf<
  { id: string; month: string },
  { ids: string; tokens: number; cost: number; month: string; latestMonth: string }
>({
  name: 'reserveInCeilings',
  uses: ['ai_ceilings(id)'],
  sql: () => `UPDATE ai_ceilings SET used = ${USED}, used_cost = ${USED_COST}, reserved = reserved + $tokens,
      reserved_cost = reserved_cost + $cost, month = CASE WHEN ${IS_CURRENT_MONTH} THEN month ELSE $month END
    WHERE ${isListed('id', 'ids')}
      AND (monthly_tokens IS NULL OR (${USED}) + reserved + $tokens <= monthly_tokens)
      AND (monthly_cost IS NULL OR (${USED_COST}) + reserved_cost + $cost <= monthly_cost)
    RETURNING id, month`,
});

/** Replaces a reservation by what was used, unless a ceiling's month is later than `month`, that of the reservation. */
export const settleInCeilings = changeOf<{
  ids: string;
  reserved: number;
  reservedCost: number;
  tokens: number;
  cost: number;
  month: string;
}>({
  name: 'settleInCeilings',
  uses: ['ai_ceilings(id)'],
  sql: () => `UPDATE ai_ceilings SET reserved = reserved - $reserved, reserved_cost = reserved_cost - $reservedCost,
      used = used + CASE WHEN month <= $month THEN CAST($tokens AS BIGINT) ELSE 0 END,
      used_cost = used_cost + CASE WHEN month <= $month THEN CAST($cost AS BIGINT) ELSE 0 END
    WHERE ${isListed('id', 'ids')}`,
});

type Sums = { tokens: number; cost: number };

/** Sums the settled calls of a month: of a group's present members, or of everybody if `groupId` is empty. */
export const sumSettledCalls = rowsOf<Sums, { from: number; until: number; groupId: string }>({
  name: 'sumSettledCalls',
  uses: ['ledger_by_time'],
  sql: `SELECT COALESCE(SUM(prompt_tokens + completion_tokens), 0) AS tokens, COALESCE(SUM(cost), 0) AS cost FROM ledger
    WHERE started_at >= $from AND started_at < $until AND status <> 'open' AND (CAST($groupId AS TEXT) = ''
      OR user_id IN (SELECT user_id FROM group_members WHERE group_id = CAST($groupId AS TEXT)))`,
});

export type CountedCeiling = { used: number; usedCost: number; reserved: number; reservedCost: number };

/** Sums the calls that name a ceiling: settled ones that began from `from` to before `until`, and open ones. */
export const countCeiling = rowsOf<CountedCeiling, { id: string; from: number; until: number }>({
  name: 'countCeiling',
  uses: [],
  sql: `SELECT
      COALESCE(SUM(CASE WHEN status = 'open' THEN 0 ELSE prompt_tokens + completion_tokens END), 0) AS used,
      COALESCE(SUM(CASE WHEN status = 'open' THEN 0 ELSE COALESCE(cost, 0) END), 0) AS "usedCost",
      COALESCE(SUM(CASE WHEN status = 'open' THEN reserved ELSE 0 END), 0) AS reserved,
      COALESCE(SUM(CASE WHEN status = 'open' THEN reserved_cost ELSE 0 END), 0) AS "reservedCost"
    FROM ledger WHERE ceilings LIKE '%"' || CAST($id AS TEXT) || '"%' 
      AND (status = 'open' OR (started_at >= $from AND started_at < $until))`,
});
