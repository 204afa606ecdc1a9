import { AUDIT_KINDS, type AuditKind } from '#app/schemas/audit-kinds.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { findActs } from '#db/queries/audit.ts';

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

/** Lists recent administrative acts, newest first, optionally of one area. Throws `permissionDenied`. */
export async function listActs(by: Administration, limit: number, area?: 'quota' | 'group'): Promise<ActEntry[]> {
  requireAdministrator(by);
  const areas = area ? [area] : ADMINISTRATIVE;
  const actions = AUDIT_KINDS.filter((kind) => areas.includes(kind.slice(0, kind.indexOf('.'))));
  const rows = await findActs({ actions: JSON.stringify(actions), most: limit });
  return rows.map(({ detail, ...row }) => ({
    ...row,
    action: row.action as AuditKind,
    group: detail === null ? null : ((JSON.parse(detail) as { name?: string }).name ?? null),
    createdAt: new Date(row.createdAt).toISOString(),
  }));
}
