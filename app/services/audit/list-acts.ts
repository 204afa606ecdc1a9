import type { AuditKind } from '#app/schemas/audit-kinds.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { select } from '#db/connection.ts';

export type ActEntry = {
  id: string;
  action: AuditKind;
  via: Administration['via'];
  /** The administrator's address; null for the operator, the schedule, and a deleted account. */
  actor: string | null;
  /** Address of the affected account; null if it was deleted. */
  subject: string | null;
  /** Name of the affected group at the time of the act. */
  group: string | null;
  createdAt: string;
};

const ADMINISTRATIVE = ['user', 'group', 'quota'];

type Row = Omit<ActEntry, 'createdAt' | 'group'> & { createdAt: number; detail: string | null };

/** Lists recent administrative acts, newest first, optionally of one area. Throws `permissionDenied`. */
export async function listActs(by: Administration, limit: number, area?: 'quota' | 'group'): Promise<ActEntry[]> {
  requireAdministrator(by);
  const rows = await select<Row>(
    `SELECT audit.id, audit.action, audit.via, audit.created_at AS "createdAt", actor.email AS actor,
       CASE WHEN audit.action IN ('user.invite', 'user.uninvite') THEN audit.subject ELSE subject.email END AS subject,
       CASE WHEN audit.action LIKE 'group.%' THEN audit.detail END AS detail
     FROM audit LEFT JOIN users AS actor ON actor.id = audit.actor LEFT JOIN users AS subject ON subject.id = audit.subject
     WHERE ${(area ? [area] : ADMINISTRATIVE).map((each) => `audit.action LIKE '${each}.%'`).join(' OR ')}
     ORDER BY audit.created_at DESC, audit.id DESC LIMIT ${limit}`,
  );
  return rows.map(({ detail, ...row }) => ({
    ...row,
    group: detail === null ? null : ((JSON.parse(detail) as { name?: string }).name ?? null),
    createdAt: new Date(row.createdAt).toISOString(),
  }));
}
