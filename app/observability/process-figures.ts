import { subscribe } from 'node:diagnostics_channel';

/** A finished statement of the database layer. */
export type Statement = { kind: string; table: string | undefined; ms: number };
/** A finished request. `route` is a pattern, never a path. */
export type FinishedRequest = { method: string; route: string; status: string; seconds: number; isStream: boolean };

/** Durations are counted in buckets that grow by a factor, so that quantiles are exact to 15 %. */
export const LATENCY = { firstMs: 0.5, factor: 1.3, buckets: 48 } as const;
/** A statement that takes as long is slow, unless `SLOW_QUERY_MS` says otherwise. */
const SLOW_MS = 200;

const figures = {
  requests: 0,
  errors: 0,
  latency: new Array<number>(LATENCY.buckets).fill(0),
  statements: 0,
  slowStatements: 0,
};
type Listeners = { statement: (statement: Statement) => void; request: (request: FinishedRequest) => void };
const listeners: { [Kind in keyof Listeners]: Set<Listeners[Kind]> } = { statement: new Set(), request: new Set() };

/** Returns the totals of this process since it began. Requests exclude probes; latency excludes event streams. */
export const processFigures = () => ({ ...figures, latency: [...figures.latency] });

/** Calls `listener` for each finished request. */
export const onRequest = (listener: Listeners['request']) => void listeners.request.add(listener);
/** Calls `listener` for each finished statement, in the async context that sent it. */
export const onStatement = (listener: Listeners['statement']) => void listeners.statement.add(listener);

/** Counts a request. The only place that does, for metrics, `arbor top` and other listeners. */
export function noteRequest(request: FinishedRequest): void {
  for (const listener of listeners.request) listener(request);
  if (request.route === 'operation') return;
  figures.requests += 1;
  if (request.status >= '500') figures.errors += 1;
  if (!request.isStream) figures.latency[bucketOf(request.seconds * 1000)]! += 1;
}

/** Returns the index of the bucket of a duration. */
export function bucketOf(ms: number): number {
  const at = Math.ceil(Math.log(Math.max(ms, LATENCY.firstMs) / LATENCY.firstMs) / Math.log(LATENCY.factor));
  return Math.min(at, LATENCY.buckets - 1);
}

/** Counts the statements of the database layer. Call before the database is opened. */
export function watchStatements(slowMs = SLOW_MS): void {
  subscribe('arbor:statement-done', (done) => {
    const { sql, ms } = done as { sql: string; ms: number };
    figures.statements += 1;
    if (ms >= slowMs) figures.slowStatements += 1;
    if (listeners.statement.size === 0) return;
    const statement = { ...partsOf(sql), ms };
    for (const listener of listeners.statement) listener(statement);
  });
}

const KINDS = new Set(['select', 'insert', 'update', 'delete']);
/** Longer statements list many values; their kind and table come first. */
const READ_MAX = 2000;
const known = new Map<string, Omit<Statement, 'ms'>>();
const KNOWN_MAX = 1000;

/** Returns kind and table of a statement: nothing else of it leaves the process. */
function partsOf(sql: string): Omit<Statement, 'ms'> {
  const found = known.get(sql);
  if (found) return found;
  const isOfModel = sql.startsWith('Execut');
  const bare = sql
    .slice(0, READ_MAX)
    .replace(/^Execut\w+ \([^)]*\): /, '')
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/\/\*.*?\*\//gs, '')
    .trimStart();
  const word = /^\w+/.exec(bare)?.[0].toLowerCase() ?? '';
  const kind = word === 'with' ? kindOfCommonTable(bare) : KINDS.has(word) ? word : 'other';
  const table = /\b(?:from|into|update)\s+["`]?([a-z_]+)["`]?/i.exec(bare)?.[1]?.toLowerCase();
  const parts = { kind, table: kind === 'other' ? undefined : table };
  // Statements of models may contain values.
  if (!isOfModel && known.size < KNOWN_MAX) known.set(sql, parts);
  return parts;
}

/** A statement with common table expressions is of the kind of its first writing part, else a SELECT. */
const kindOfCommonTable = (sql: string) =>
  /\b(insert|update|delete)\s+(?:into|from|[\w"]+\s+set)\b/i.exec(sql)?.[1]?.toLowerCase() ?? 'select';
