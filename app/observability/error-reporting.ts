import type { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import type * as Sdk from '@sentry/node';
import { type Fault, onFault } from '#app/observability/log.ts';
import { ENVIRONMENT, maskPath, SAMPLING, scrub, stripEvent } from '#app/observability/scrub.ts';
import { isUntraced } from '#app/observability/untraced.ts';

const FLUSH_MS = 2000;
/** Disables everything an SDK might collect by itself. */
const NOTHING = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
} satisfies Sdk.NodeOptions['dataCollection'];

type Request = { method?: string; originalUrl?: string; url?: string; headers: Record<string, unknown> };
type Answer = EventEmitter & { statusCode: number; locals: { routePattern?: string } };

export type ErrorReporting = {
  /** Associates errors with the page of their request, and traces a sample of requests. */
  observe: (request: Request, response: Answer, next: () => void) => void;
  /** Flushes pending events. */
  stop: () => Promise<void>;
};

/**
 * Reports every logged fault. Nothing else is instrumented or collected: an event contains the error, the page's path,
 * the route and the request id.
 */
export async function startErrorReporting(dsn: string, version: string): Promise<ErrorReporting> {
  const Sentry = await import('@sentry/node');
  Sentry.initWithoutDefaultIntegrations({
    dsn,
    environment: ENVIRONMENT,
    release: `arbor@${version}`,
    tracesSampleRate: SAMPLING.traces,
    // Older self-hosted services support transactions, but not span streaming.
    traceLifecycle: 'static',
    integrations: [Sentry.linkedErrorsIntegration(), Sentry.dedupeIntegration()],
    dataCollection: NOTHING,
    maxBreadcrumbs: 0,
    includeServerName: false,
    tracePropagationTargets: [],
    initialScope: { tags: { environment: ENVIRONMENT } },
    transport: (options) => {
      const transport = Sentry.makeNodeTransport(options);
      return { ...transport, send: (envelope) => transport.send(scrub(envelope)) };
    },
    beforeSend: (event) => stripEvent(event, nameFile),
  });
  onFault((fault) => report(Sentry, fault));
  return { observe: observer(Sentry), stop: async () => void (await Sentry.close(FLUSH_MS)) };
}

function report(Sentry: typeof Sdk, { error, event, requestId, componentStack }: Fault): void {
  Sentry.withScope((scope) => {
    if (event) scope.setTag('event', event);
    if (requestId) scope.setTag('request', requestId);
    if (componentStack)
      scope.setContext('react', { componentStack: componentStack.replaceAll(`file://${ROOT}`, 'app://') });
    Sentry.captureException(error);
  });
}

function observer(Sentry: typeof Sdk): ErrorReporting['observe'] {
  return (request, response, next) => {
    const path = maskPath(request.originalUrl ?? request.url ?? '');
    if (isUntraced(path)) return next();
    const { 'sentry-trace': sentryTrace, baggage } = request.headers as Record<string, string | undefined>;
    Sentry.withIsolationScope((scope) => {
      scope.setTag('path', path);
      Sentry.continueTrace({ sentryTrace, baggage }, () => {
        const span = Sentry.startInactiveSpan({
          name: String(request.method),
          op: 'http.server',
          forceTransaction: true,
        });
        response.once('close', () => {
          const route = response.locals.routePattern ?? 'other';
          Sentry.updateSpanName(span, `${request.method} ${route}`);
          scope.setTransactionName(`${request.method} ${route}`);
          Sentry.setHttpStatus(span, response.statusCode);
          span.end();
        });
        next();
      });
    });
  };
}

const ROOT = dirname(dirname(import.meta.dirname));

/** Removes the path of this installation from a file name. */
function nameFile(file: string): string {
  return file.replace(/^file:\/\//, '').replace(ROOT, 'app://');
}
