import { streamLines } from '#app/http/lists/stream-lines.ts';
import { requireAdministratorOfPage } from '#app/http/session/require-actor.ts';
import { type AuditQuery, auditQuery } from '#app/schemas/audit.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { AUDIT_COLUMNS, streamAudit } from '#app/services/audit/search-audit.ts';
import { csvLine } from '#app/services/csv.ts';
import type { Route } from './+types/audit-download';

const TYPES = { csv: 'text/csv', json: 'application/json' };

/** Streams the whole filtered log as CSV or as a JSON array. */
export async function loader({ context, url, request }: Route.LoaderArgs): Promise<Response> {
  const by = await requireAdministratorOfPage(context, url);
  const query = auditQuery.parse(Object.fromEntries(url.searchParams));
  const format = url.pathname.endsWith('.json') ? 'json' : 'csv';
  const name = `audit-${new Date().toISOString().slice(0, 10)}.${format}`;
  return streamLines(request, { name, type: TYPES[format] }, format === 'csv' ? csvOf(by, query) : jsonOf(by, query));
}

async function* csvOf(by: Administration, query: AuditQuery): AsyncGenerator<string> {
  yield csvLine([...AUDIT_COLUMNS]);
  for await (const row of streamAudit(by, query)) yield csvLine(AUDIT_COLUMNS.map((column) => row[column]));
}

async function* jsonOf(by: Administration, query: AuditQuery): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const row of streamAudit(by, query)) {
    yield lead + JSON.stringify(row);
    lead = ',\n';
  }
  yield lead.startsWith('[') ? '[]\n' : '\n]\n';
}
