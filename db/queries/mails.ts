import { changeOf, rowsOf } from '#db/query.ts';

type Due = { id: string; sealed: string | null; attempts: number; expires_at: number };

/** Finds due mails, those not tried yet first, then those due longest: a code is useless after minutes. */
export const findDueMails = rowsOf<Due, { now: number; most: number }>({
  name: 'findDueMails',
  uses: ['mails_by_turn'],
  sql: `SELECT id, sealed, attempts, expires_at FROM mails WHERE next_attempt_at <= $now
    ORDER BY CASE WHEN attempts = 0 THEN 0 ELSE 1 END, next_attempt_at LIMIT $most`,
});

/** Counts mails that have not left yet. */
export const countWaitingMails = rowsOf<{ waiting: number; oldest: number | null }, { now: number }>({
  name: 'countWaitingMails',
  uses: [],
  sql: `SELECT COUNT(*) AS waiting, MIN(created_at) AS oldest FROM mails
    WHERE sealed IS NOT NULL AND expires_at > $now`,
});

/** Claims a due mail, so that only one process sends it. */
export const claimMail = changeOf<{ id: string; attempts: number; leaseUntil: number; now: number }>({
  name: 'claimMail',
  uses: ['mails(id)'],
  sql: `UPDATE mails SET attempts = attempts + 1, next_attempt_at = $leaseUntil
    WHERE id = $id AND attempts = $attempts AND next_attempt_at <= $now`,
});

/** Extends a lease that ends at `from`. */
export const renewMailLease = changeOf<{ id: string; from: number; until: number }>({
  name: 'renewMailLease',
  uses: ['mails(id)'],
  sql: 'UPDATE mails SET next_attempt_at = $until WHERE id = $id AND next_attempt_at = $from',
});
