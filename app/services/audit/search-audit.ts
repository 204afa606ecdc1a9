import type { AuditQuery } from '#app/schemas/audit.ts';
import type { AuditKind } from '#app/schemas/audit-kinds.ts';
import { offsetOf, type Page } from '#app/schemas/paging.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DAY_MS } from '#app/services/day.ts';
import { selectLong } from '#db/connection.ts';
import { containing } from '#db/query.ts';

/** One audited event in the format of API, JSON and CSV. */
export type AuditRow = {
  id: string;
  createdAt: string;
  action: AuditKind;
  /** Address of the acting account, or its id if it was deleted; null for the operator, a job and a visitor. */
  actor: string | null;
  via: Administration['via'];
  /** Client address; null at a terminal and in jobs. */
  address: string | null;
  /** Address of the affected account, else the id of the document or group. */
  subject: string;
  /** JSON object. */
  detail: string;
};
export const AUDIT_COLUMNS = ['id', 'createdAt', 'action', 'actor', 'via', 'address', 'subject', 'detail'] as const;

type Filter = Pick<AuditQuery, 'person' | 'kind' | 'from' | 'to'>;
type Row = Omit<AuditRow, 'createdAt'> & { createdAt: number };

/** Rows per statement of an export. */
const BATCH = 1000;
const FROM = `FROM audit LEFT JOIN users AS actor ON actor.id = audit.actor
  LEFT JOIN users AS subject ON subject.id = audit.subject`;
const ROW = `SELECT audit.id, audit.created_at AS "createdAt", audit.action, COALESCE(actor.email, audit.actor) AS actor,
  audit.via, audit.address, COALESCE(subject.email, audit.subject) AS subject, audit.detail ${FROM}`;

/** Lists one page of the audit log, newest first. Throws `permissionDenied`. */
export async function searchAudit(by: Administration, query: AuditQuery): Promise<Page<AuditRow>> {
  requireAdministrator(by);
  const { where, bind } = conditionOf(query);
  const { page, limit } = query;
  const [rows, counts] = await Promise.all([
    selectLong<Row>(
      `${ROW} ${where} ORDER BY audit.created_at DESC, audit.id DESC LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}`,
      bind,
    ),
    selectLong<{ total: number }>(`SELECT count(*) AS total ${FROM} ${where}`, bind),
  ]);
  return { items: rows.map(toAuditRow), total: Number(counts[0]?.total ?? 0), page, limit };
}

/** Yields the whole filtered log, newest first, in batches. Throws `permissionDenied`. */
export async function* streamAudit(by: Administration, filter: Filter): AsyncGenerator<AuditRow> {
  requireAdministrator(by);
  const { where, bind } = conditionOf(filter);
  const after = where ? `${where} AND` : 'WHERE';
  const older = `${after} (audit.created_at < $at OR (audit.created_at = $at AND audit.id < $id))`;
  let last: Row | undefined;
  do {
    const rows: Row[] = await selectLong<Row>(
      `${ROW} ${last ? older : where} ORDER BY audit.created_at DESC, audit.id DESC LIMIT ${BATCH}`,
      last ? { ...bind, at: last.createdAt, id: last.id } : bind,
    );
    yield* rows.map(toAuditRow);
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

function conditionOf({ person, kind, from, to }: Filter) {
  const conditions: string[] = [];
  const bind: Record<string, string | number> = {};
  if (person) {
    const named = containing(['actor.email', 'subject.email', 'audit.subject'], 'person', person);
    conditions.push(named.sql);
    Object.assign(bind, named.bind);
  }
  if (kind) {
    conditions.push(kind.includes('.') ? 'audit.action = $kind' : 'audit.action LIKE $kind');
    bind.kind = kind.includes('.') ? kind : `${kind}.%`;
  }
  if (from) {
    conditions.push('audit.created_at >= $from');
    bind.from = Date.parse(from);
  }
  if (to) {
    conditions.push('audit.created_at < $to');
    bind.to = Date.parse(to) + DAY_MS;
  }
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', bind };
}

const toAuditRow = (row: Row): AuditRow => ({ ...row, createdAt: new Date(Number(row.createdAt)).toISOString() });
