import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, type Tracer, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { onStatement } from '#app/observability/process-figures.ts';
import type { Trace } from '#app/observability/spans.ts';
import { isUntraced } from '#app/observability/untraced.ts';

type Request = { method?: string; originalUrl?: string; url?: string; headers: Record<string, unknown> };
type Response = EventEmitter & {
  statusCode: number;
  writableFinished: boolean;
  locals: { routePattern?: string; requestId?: string; traceId?: string };
};
export type Observe = (request: Request, response: Response, next: () => void) => void;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The span of the running request or job. */
const current = new AsyncLocalStorage<Span>();

/** Returns the span of the running request or job; undefined if it is not sampled, or ended before its timers did. */
function running(): Span | undefined {
  const span = current.getStore();
  return span?.isRecording() ? span : undefined;
}

const isUnsampled = (span: Span | undefined) => span && (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0;

const under = (parent: Span | undefined) => (parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);

/**
 * Traces requests by method, route pattern and status. `patternOf` returns the pattern of a finished request, and
 * `traceparent` is continued only if `continuesTraces`.
 */
export function traceRequests(
  tracer: Tracer,
  patternOf: (path: string, told: string | undefined) => string,
  continuesTraces: boolean,
): Observe {
  return (request, response, next) => {
    const url = request.originalUrl ?? request.url ?? '';
    if (isUntraced(url)) return next();
    const method = METHODS.has(request.method ?? '') ? request.method! : '_OTHER';
    const remote = continuesTraces ? parseTraceParent(String(request.headers.traceparent ?? '')) : null;
    const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
    response.locals.traceId = span.spanContext().traceId;
    response.once('close', () => {
      const route = patternOf(url, response.locals.routePattern);
      // The client disconnected before the response: 499, as in the access log.
      const status = response.writableFinished ? response.statusCode : 499;
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'arbor.request_id': response.locals.requestId ?? '',
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    current.run(span, next);
  };
}

/**
 * Runs traced work in spans of an OpenTelemetry tracer. A failed span has the name or code of its error, never its
 * message.
 */
export function tracerOf(tracer: Tracer): Trace {
  return (work, run) => {
    const parent = work.place === 'root' ? undefined : running();
    if (work.place === 'child' && !parent) return run(() => undefined);
    if (work.place === 'any' && isUnsampled(current.getStore())) return run(() => undefined);
    const kind = work.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(work.name, { kind, attributes: work.attributes ?? {} }, under(parent));
    const end = (error?: unknown) => {
      if (error !== undefined) {
        span.setAttribute('error.type', nameOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    };
    return current.run(span, async () => {
      try {
        const result = await run((attributes) => void span.setAttributes(attributes));
        end();
        return result;
      } catch (error) {
        end(error ?? new Error());
        throw error;
      }
    });
  };
}

/** Adds a span to the running request or job for each statement: kind, table and duration. */
export function traceStatements(tracer: Tracer): void {
  onStatement(({ kind, table, ms }) => {
    const parent = running();
    if (!parent) return;
    const endTime = Date.now();
    const attributes = { 'db.operation.name': kind, ...(table ? { 'db.collection.name': table } : {}) };
    const name = table ? `${kind} ${table}` : kind;
    tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: endTime - ms, attributes }, under(parent)).end(endTime);
  });
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : typeof name === 'string' ? name : 'error';
}
