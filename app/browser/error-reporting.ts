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
import { inward } from '#app/address/base-path.ts';
import { ENVIRONMENT, maskPath, SAMPLING, scrub, stripEvent } from '#app/observability/scrub.ts';

// The SDK of an error reporting service; loaded only if one is configured.

/** Attributes that contain user text or addresses; a heading's id is derived from its text. */
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
    // Older self-hosted services support transactions, but not span streaming.
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
      event.tags = { ...event.tags, path: maskPath(inward(location.pathname)) };
      return stripEvent(event, (file) => file.replace(location.origin, 'app://'));
    },
  });
}

/** Records layout without text. A compression worker would have to be allowed in the content security policy. */
function replay() {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: MASKED_ATTRIBUTES,
    networkCaptureBodies: false,
    useCompression: false,
    // Click events contain the label and text of the element.
    beforeAddRecordingEvent: (event) => {
      const { payload } = event.data as { payload?: { message?: string; data?: { node?: unknown } } };
      if (payload?.message) payload.message = '';
      if (payload?.data?.node) payload.data.node = {};
      return event;
    },
  });
}

/** The last step before the network, for every envelope of every integration. */
const scrubbingTransport: NonNullable<BrowserOptions['transport']> = (options) => {
  const transport = makeFetchTransport(options);
  return { ...transport, send: (envelope) => transport.send(scrub(withReadableRecordings(envelope))) };
};

type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0];

/**
 * Parses recordings, which are a line of headers and a line of JSON, so that they are scrubbed as JSON instead of text.
 */
function withReadableRecordings(envelope: Envelope): Envelope {
  const [headers, items] = envelope as unknown as [object, [object, unknown][]];
  const readable = items.map(([header, payload]) => {
    const [head = '', body] = typeof payload === 'string' ? payload.split('\n') : [];
    return body === undefined ? [header, payload] : [header, `${head}\n${JSON.stringify(scrub(JSON.parse(body)))}`];
  });
  return [headers, readable] as unknown as Envelope;
}

/** Reports an error. `componentStack` is set for errors thrown while rendering. */
export function sendFault(error: unknown, componentStack: string | null): void {
  withScope(() => {
    const contexts = { react: { componentStack: componentStack?.replaceAll(location.origin, 'app://') } };
    if (componentStack) captureReactException(error, { componentStack }, { captureContext: { contexts } });
    else captureException(error);
  });
}

/** Sends a user's feedback about a fault. It contains only what they typed. */
export function sendFeedback({ message, email }: { message: string; email: string }): void {
  const associatedEventId = lastEventId();
  captureFeedback({ message, ...(email ? { email } : {}), ...(associatedEventId ? { associatedEventId } : {}) });
}
