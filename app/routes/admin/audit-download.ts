import { Readable } from 'node:stream';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { type AuditQuery, auditQuery } from '#app/schemas/audit.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { AUDIT_COLUMNS, streamAudit } from '#app/services/audit/search-audit.ts';
import { csvLine } from '#app/services/csv.ts';
import type { Route } from './+types/audit-download';

/** Characters per write to the connection. */
const CHUNK_CHARACTERS = 32_768;
const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** Streams the whole filtered log as CSV or as a JSON array. */
export async function loader({ context, url, request }: Route.LoaderArgs): Promise<Response> {
  const by: Administration = { via: 'web', actor: requireActor(context, url) };
  await orErrorPage((async () => requireAdministrator(by))());
  const query = auditQuery.parse(Object.fromEntries(url.searchParams));
  const format = url.pathname.endsWith('.json') ? 'json' : 'csv';
  const headers = {
    'Content-Type': TYPES[format],
    'Content-Disposition': `attachment; filename="audit-${new Date().toISOString().slice(0, 10)}.${format}"`,
    'Cache-Control': 'no-store',
  };
  const lines = format === 'csv' ? csvOf(by, query) : jsonOf(by, query);
  const body = request.method === 'HEAD' ? null : Readable.toWeb(Readable.from(chunksOf(lines)));
  return new Response(body as BodyInit | null, { headers });
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

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}
