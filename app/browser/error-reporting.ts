import {
  type BrowserOptions,
  browserApiErrorsIntegration,
  browserTracingIntegration,
  captureException,
  captureFeedback,
  captureReactException,
  dedupeIntegration,
  eventFiltersIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  lastEventId,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
  withScope,
} from '@sentry/react';
import { ENVIRONMENT, maskPath, SAMPLING, scrub, stripEvent } from '#app/observability/scrub.ts';

// The whole kit of an error reporting service: loaded only where one is configured.

/** Attributes that hold words or addresses of somebody's text; headings have theirs in their id. */
const MASKED_ATTRIBUTES = [
  ...['title', 'placeholder', 'alt', 'value', 'href', 'src', 'srcset', 'action', 'content', 'cite', 'download'],
  ...['id', 'for', 'name', 'aria-label', 'aria-description', 'aria-describedby', 'aria-labelledby', 'aria-controls'],
];

export function startReporting(dsn: string): void {
  init({
    dsn,
    environment: ENVIRONMENT,
    release: `arbor@${__ARBOR_VERSION__}`,
    tracesSampleRate: SAMPLING.traces,
    replaysSessionSampleRate: SAMPLING.replay,
    replaysOnErrorSampleRate: SAMPLING.replayOnError,
    // Self-hosted services of some age know transactions, not streams of spans.
    traceLifecycle: 'static',
    defaultIntegrations: false,
    integrations: [
      eventFiltersIntegration(),
      browserApiErrorsIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      browserTracingIntegration({ beforeStartSpan: (span) => ({ ...span, name: maskPath(span.name) }) }),
      replay(),
    ],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    initialScope: { tags: { environment: ENVIRONMENT } },
    maxBreadcrumbs: 0,
    enhanceFetchErrorMessages: false,
    transport: scrubbingTransport,
    beforeSend: (event) => {
      event.tags = { ...event.tags, path: maskPath(location.pathname) };
      return stripEvent(event, (file) => file.replace(location.origin, 'app://'));
    },
  });
}

/** Shapes without words. Without a worker to compress it, which the page's policy would have to allow. */
function replay() {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: MASKED_ATTRIBUTES,
    networkCaptureBodies: false,
    useCompression: false,
    // What was pressed is described by its label and text.
    beforeAddRecordingEvent: (event) => {
      const { payload } = event.data as { payload?: { message?: string; data?: { node?: unknown } } };
      if (payload?.message) payload.message = '';
      if (payload?.data?.node) payload.data.node = {};
      return event;
    },
  });
}

/** The last place before the network: whatever an integration put together passes here. */
const scrubbingTransport: NonNullable<BrowserOptions['transport']> = (options) => {
  const transport = makeFetchTransport(options);
  return { ...transport, send: (envelope) => transport.send(scrub(withReadableRecordings(envelope))) };
};

type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0];

/** A recording is a line of headers and a line of JSON: scrubbed as what it is, not as text. */
function withReadableRecordings(envelope: Envelope): Envelope {
  const [headers, items] = envelope as unknown as [object, [object, unknown][]];
  const readable = items.map(([header, payload]) => {
    const [head = '', body] = typeof payload === 'string' ? payload.split('\n') : [];
    return body === undefined ? [header, payload] : [header, `${head}\n${JSON.stringify(scrub(JSON.parse(body)))}`];
  });
  return [headers, readable] as unknown as Envelope;
}

/** A render error comes with the stack of its components. */
export function sendFault(error: unknown, componentStack: string | null): void {
  withScope(() => {
    const contexts = { react: { componentStack: componentStack?.replaceAll(location.origin, 'app://') } };
    if (componentStack) captureReactException(error, { componentStack }, { captureContext: { contexts } });
    else captureException(error);
  });
}

/** What someone tells about the fault they just met; only what they typed. */
export function sendFeedback({ message, email }: { message: string; email: string }): void {
  const associatedEventId = lastEventId();
  captureFeedback({ message, ...(email ? { email } : {}), ...(associatedEventId ? { associatedEventId } : {}) });
}
