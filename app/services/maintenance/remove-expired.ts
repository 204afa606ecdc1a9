import { config } from '#app/config.server.ts';
import { log } from '#app/observability/log.ts';
import { REMOVED_COMMENT_MS } from '#app/services/comments/delete-comment.ts';
import { DAY_MS } from '#app/services/day.ts';
import { type Binds, execute } from '#db/connection.ts';

/**
 * Conditions for expired rows by table. Responses are the same with and without these rows, except the audit log, the
 * inbox and the list of tokens, which end there.
 */
const EXPIRED = {
  audit: 'created_at <= $auditBefore',
  ai_answers: 'expires_at <= $now',
  sessions: 'expires_at <= $now OR ended_at <= $yesterday',
  codes: 'expires_at <= $now',
  code_guesses: 'since <= $yesterday',
  grants: 'expires_at <= $now',
  kept_forms: 'created_at <= $yesterday',
  limits: 'expire <= $now',
  mails: 'expires_at <= $now',
  pending_links: 'expires_at <= $now',
  spent_states: 'expires_at <= $now',
  removed_comments: 'removed_at <= $hourAgo',
  sent_news: 'sent_at <= $yesterday',
  notifications: 'read_at <= $inboxBefore',
  tokens: `expires_at <= $tokenBefore AND id NOT IN
    (SELECT token_id FROM oauth_connections WHERE renewable_until > $tokenBefore)`,
} as const;

type Removed = Record<keyof typeof EXPIRED, number>;

/** Time for which notifications stay in the inbox after they were read. */
const READ_NOTIFICATION_MS = 180 * DAY_MS;
/** Time for which the settings list a token as expired. */
const EXPIRED_TOKEN_MS = 90 * DAY_MS;

/** Rows per statement: one for all rows of a large table might never end within its time. */
const AT_ONCE = 5000;
const KEYS: Partial<Record<string, string>> = { code_guesses: 'email', limits: 'key' };

/**
 * Deletes expired rows only. Returns the number per table. Throws the reason of `signal` between two statements, and
 * the first error at the end: the other tables do not wait for one that fails.
 */
export async function removeExpired(signal?: AbortSignal): Promise<Removed> {
  const now = Date.now();
  const removed: Partial<Removed> = {};
  const errors: unknown[] = [];
  for (const [table, condition] of Object.entries(EXPIRED)) {
    const bind = {
      ...(condition.includes('$audit') ? { auditBefore: now - config().auditDays * DAY_MS } : {}),
      ...(condition.includes('$now') ? { now } : {}),
      ...(condition.includes('$hour') ? { hourAgo: now - REMOVED_COMMENT_MS } : {}),
      ...(condition.includes('$token') ? { tokenBefore: now - EXPIRED_TOKEN_MS } : {}),
      ...(condition.includes('$inbox') ? { inboxBefore: now - READ_NOTIFICATION_MS } : {}),
      ...(condition.includes('$y') ? { yesterday: now - DAY_MS } : {}),
    };
    try {
      removed[table as keyof typeof EXPIRED] = await removeFrom(table, { condition, bind, signal });
    } catch (error) {
      signal?.throwIfAborted();
      log.error({ event: 'expired-not-removed', table, error }, 'expired rows of a table are removed later');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return removed as Removed;
}

type Which = { condition: string; bind: Binds; signal: AbortSignal | undefined };

async function removeFrom(table: string, { condition, bind, signal }: Which): Promise<number> {
  const key = KEYS[table] ?? 'id';
  // A row that was chosen may have been renewed since, so the condition is tested again.
  const piece = `DELETE FROM ${table} WHERE (${condition})
    AND ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${AT_ONCE})`;
  for (let removed = 0; ; ) {
    signal?.throwIfAborted();
    const some = await execute(piece, bind);
    removed += some;
    if (some < AT_ONCE) return removed;
  }
}
