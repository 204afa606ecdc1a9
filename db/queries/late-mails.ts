import { rowsOf } from '#db/query.ts';

/** Counts mails that were tried and still wait, of those queued before an instant. */
export const countLateMails = rowsOf<{ late: number; oldest: number | null }, { now: number; before: number }>({
  name: 'countLateMails',
  uses: [],
  sql: `SELECT COUNT(*) AS late, MIN(created_at) AS oldest FROM mails
    WHERE sealed IS NOT NULL AND attempts > 0 AND created_at < $before AND expires_at > $now`,
});
