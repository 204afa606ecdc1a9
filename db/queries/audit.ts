import { isListed, longRowsOf } from '#db/query.ts';

export type ActRow = {
  id: string;
  action: string;
  via: 'web' | 'cli' | 'job';
  actor: string | null;
  subject: string | null;
  /** JSON object; null unless the act was on a group. */
  detail: string | null;
  createdAt: number;
};

/**
 * Lists the latest acts of some kinds, newest first; `actions` is a JSON array. `+ 0` keeps the planners from reading
 * the log from its end, where thousands of sign-ins may lie between two such acts.
 */
export const findActs = longRowsOf<ActRow, { actions: string; most: number }>({
  name: 'findActs',
  uses: ['audit_action'],
  sql: () => `SELECT audit.id, audit.action, audit.via, audit.created_at AS "createdAt", actor.email AS actor,
      CASE WHEN audit.action IN ('user.invite', 'user.uninvite') THEN audit.subject ELSE subject.email END AS subject,
      CASE WHEN audit.action LIKE 'group.%' THEN audit.detail END AS detail
    FROM audit LEFT JOIN users AS actor ON actor.id = audit.actor LEFT JOIN users AS subject ON subject.id = audit.subject
    WHERE ${isListed('audit.action', 'actions')}
    ORDER BY audit.created_at + 0 DESC, audit.id DESC LIMIT $most`,
});
