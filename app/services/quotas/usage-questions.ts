import type { UsageGroup, UsageQuery } from '#app/schemas/usage.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { QUOTA_COLUMNS, QUOTA_FROM } from '#app/services/quotas/get-quota.ts';
import { containing } from '#db/query.ts';

/** Period [`from`, `to`) in milliseconds; `userId` restricts it to one account. */
export type UsageQuestion = Pick<UsageQuery, 'sort' | 'order' | 'keyword'> & {
  by: UsageGroup;
  from: number;
  to: number;
  userId?: string | undefined;
};
type Sql = { sql: string; bind: Record<string, unknown> };

const SUMS = `COUNT(ledger.id) AS requests, COALESCE(SUM(ledger.prompt_tokens), 0) AS "promptTokens",
  COALESCE(SUM(ledger.completion_tokens), 0) AS "completionTokens",
  COALESCE(SUM(ledger.prompt_tokens + ledger.completion_tokens), 0) AS "totalTokens",
  COALESCE(SUM(ledger.cost), 0) AS cost`;
const IN_PERIOD = `ledger.started_at >= $from AND ledger.started_at < $to AND ledger.status <> 'open'`;
const OWNERS =
  'LEFT JOIN documents ON documents.id = ledger.document_id LEFT JOIN users ON users.id = documents.owner_id';
const GROUPS = {
  day: { name: 'ledger.started_at / 86400000', joined: '' },
  model: { name: 'ledger.model', joined: '' },
  feature: { name: 'ledger.feature', joined: '' },
  owner: { name: "COALESCE(users.email, '')", joined: OWNERS },
} as const;

/** Builds the queries for a report's sorted rows and for their number. */
export function questionOf(question: UsageQuestion): { rows: Sql; count: Sql } {
  return question.by === 'user' ? byUser(question) : byGroup(question, GROUPS[question.by]);
}

export function totalsQuestion(question: UsageQuestion): Sql {
  const { who, bind } = periodOf(question);
  return { sql: `SELECT ${SUMS} FROM ledger WHERE ${IN_PERIOD} ${who}`, bind };
}

function periodOf({ from, to, userId }: UsageQuestion) {
  const who = userId ? 'AND ledger.user_id = $userId' : '';
  return { who, bind: { from, to, ...(userId ? { userId } : {}) } };
}

function byUser(question: UsageQuestion) {
  const { keyword, sort, order } = question;
  const { who, bind: period } = periodOf(question);
  const conditions = ['users.id <> $gone'];
  if (question.userId) conditions.push('users.id = $userId');
  const named = keyword ? containing(['users.email'], 'keyword', keyword) : null;
  if (named) conditions.push(named.sql);
  const where = conditions.join(' AND ');
  const bind = { gone: DELETED_USER_ID, ...period, ...named?.bind };
  // Aggregate the ledger before the join; joined row by row, it would be read again for every account.
  const spent = `WITH spent AS (
      SELECT ledger.user_id, ${SUMS} FROM ledger WHERE ${IN_PERIOD} ${who} GROUP BY ledger.user_id
    )`;
  const ofUsers = `SELECT ${QUOTA_COLUMNS}, COALESCE(spent.requests, 0) AS requests,
      COALESCE(spent."promptTokens", 0) AS "promptTokens",
      COALESCE(spent."completionTokens", 0) AS "completionTokens",
      COALESCE(spent."totalTokens", 0) AS "totalTokens", COALESCE(spent.cost, 0) AS cost
    ${QUOTA_FROM} LEFT JOIN spent ON spent.user_id = users.id WHERE ${where}`;
  // Purged accounts have no address that a keyword could match.
  const ofPurged = keyword
    ? ''
    : `UNION ALL SELECT spent.user_id, NULL, 0, NULL, NULL, NULL, NULL, spent.requests, spent."promptTokens",
      spent."completionTokens", spent."totalTokens", spent.cost
    FROM spent WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = spent.user_id)`;
  const column = { tokens: '"totalTokens"', requests: 'requests', email: "COALESCE(email, '')" }[sort];
  const found = `${spent} SELECT * FROM (${ofUsers} ${ofPurged}) AS found`;
  const sql = `${found} ORDER BY ${column} ${directionOf(order)}, COALESCE(email, ''), "userId"`;
  const count = `${spent} SELECT COUNT(*) AS total FROM (
      SELECT users.id FROM users WHERE ${where}
      ${keyword ? '' : 'UNION ALL SELECT user_id FROM spent WHERE user_id NOT IN (SELECT id FROM users)'}
    ) AS found`;
  return { rows: { sql, bind }, count: { sql: count, bind } };
}

function byGroup(question: UsageQuestion, { name, joined }: (typeof GROUPS)[keyof typeof GROUPS]) {
  const { sort, order } = question;
  const { who, bind } = periodOf(question);
  const groups = `SELECT ${name} AS name, ${SUMS} FROM ledger ${joined} WHERE ${IN_PERIOD} ${who} GROUP BY ${name}`;
  const column = { tokens: '"totalTokens"', requests: 'requests', email: 'name' }[sort];
  const sql = `${groups} ORDER BY ${column} ${directionOf(order)}, name`;
  return { rows: { sql, bind }, count: { sql: `SELECT COUNT(*) AS total FROM (${groups}) AS counted`, bind } };
}

const directionOf = (order: UsageQuestion['order']) => (order === 'asc' ? 'ASC' : 'DESC');
