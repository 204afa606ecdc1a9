import { config } from '#app/config.server.ts';
import { DAY_MS } from '#app/services/accounts/user-entry.ts';
import { REMOVED_COMMENT_MS } from '#app/services/comments/delete-comment.ts';
import { execute } from '#db/connection.ts';

/**
 * Conditions for expired rows by table. Responses are the same with and without these rows, except the audit log and the
 * inbox, which end there.
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
} as const;

type Removed = Record<keyof typeof EXPIRED, number>;

/** Time for which notifications stay in the inbox after they were read. */
const READ_NOTIFICATION_MS = 180 * DAY_MS;

/** Deletes expired rows only. Returns the number per table. Throws the reason of `signal` between two tables. */
export async function removeExpired(signal?: AbortSignal): Promise<Removed> {
  const now = Date.now();
  const removed: Partial<Removed> = {};
  for (const [table, condition] of Object.entries(EXPIRED)) {
    signal?.throwIfAborted();
    const bind = {
      ...(condition.includes('$audit') ? { auditBefore: now - config().auditDays * DAY_MS } : {}),
      ...(condition.includes('$now') ? { now } : {}),
      ...(condition.includes('$hour') ? { hourAgo: now - REMOVED_COMMENT_MS } : {}),
      ...(condition.includes('$inbox') ? { inboxBefore: now - READ_NOTIFICATION_MS } : {}),
      ...(condition.includes('$y') ? { yesterday: now - DAY_MS } : {}),
    };
    removed[table as keyof typeof EXPIRED] = await execute(`DELETE FROM ${table} WHERE ${condition}`, bind);
  }
  return removed as Removed;
}
