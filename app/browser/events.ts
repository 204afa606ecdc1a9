import { basePath, outward } from '#app/address/base-path.ts';
import { type RequestError, request } from '#app/browser/request.ts';
import { REPLAY_MS } from '#app/schemas/live-messages.ts';

/** An event of documents or shares (contract §7). */
export type PageEvent =
  | { kind: 'document'; data: { id: string; version: number; updatedBy: string | null } }
  | { kind: 'comments'; data: { id: string } }
  | { kind: 'tree'; data: { parentId: string | null } }
  | { kind: 'shares'; data: { id: string } }
  | { kind: 'notification'; data: { unread: number } }
  /** The connection is there, and events before it may have been missed. */
  | { kind: 'connected'; data: null };

const KINDS = ['document', 'comments', 'tree', 'shares', 'notification'] as const;
const RETRY_MS = 5000;
/** Duration in milliseconds from which opening a connection counts as slow. */
const SLOW_MS = 1000;

/** Returns the name of lock and channel, which are per origin: other installations may be below other paths of it. */
const nameOf = () => `arbor-events${basePath()}`;

/** Message between tabs: an event, or the age of a page that begins to follow. */
type Message = PageEvent | { kind: 'joined'; data: { age: number } };

/**
 * Follows the events of the signed-in person since the page was requested. Returns an unsubscribe function. Browsers
 * allow few connections per host, so one tab holds the connection and broadcasts events to the others.
 */
export function followEvents(onEvent: (event: PageEvent) => void): () => void {
  // Plain http away from localhost has no locks.
  if (!navigator.locks) return followAlone(onEvent);
  const left = new AbortController();
  const { signal } = left;
  const others = new BroadcastChannel(nameOf());
  /** Events of the tab that holds the connection, oldest first. */
  let told: { at: number; event: PageEvent }[] = [];
  others.onmessage = ({ data: message }: MessageEvent<Message>) => {
    if (message.kind !== 'joined') return onEvent(message);
    for (const { at, event } of told) if (at >= performance.now() - message.data.age) others.postMessage(event);
  };
  others.postMessage({ kind: 'joined', data: { age: pageAge() } } satisfies Message);
  const tell = (event: PageEvent) => {
    onEvent(event);
    if (signal.aborted) return;
    const at = performance.now();
    told = [...told.filter((each) => each.at > at - REPLAY_MS), { at, event }];
    others.postMessage(event);
  };
  signal.addEventListener('abort', () => others.close());
  // The request rejects if the page stops waiting for the lock.
  navigator.locks.request(nameOf(), { signal }, () => hold(tell, signal)).catch(() => undefined);
  return () => left.abort();
}

const followers = new Set<(event: PageEvent) => void>();
let leaveAlone: (() => void) | null = null;

/** Follows events over a connection that the page's followers share, and that exists only while the page is visible. */
function followAlone(onEvent: (event: PageEvent) => void): () => void {
  followers.add(onEvent);
  leaveAlone ??= holdWhileVisible((event) => {
    for (const follower of followers) follower(event);
  });
  return () => {
    followers.delete(onEvent);
    if (followers.size > 0) return;
    leaveAlone?.();
    leaveAlone = null;
  };
}

function holdWhileVisible(tell: (event: PageEvent) => void): () => void {
  const left = new AbortController();
  let seen = new AbortController();
  const onVisibility = () => {
    seen.abort();
    seen = new AbortController();
    if (!document.hidden) void hold(tell, seen.signal);
  };
  document.addEventListener('visibilitychange', onVisibility, { signal: left.signal });
  left.signal.addEventListener('abort', () => seen.abort());
  onVisibility();
  return () => left.abort();
}

/** Returns the milliseconds since the page was requested. */
function pageAge(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return Math.round(performance.now() - (page?.requestStart ?? 0));
}

/** Holds the connection until the signal aborts or nobody is signed in. */
async function hold(tell: (event: PageEvent) => void, signal: AbortSignal): Promise<void> {
  const age = pageAge();
  let isFirst = true;
  const onOpen = () => {
    const isComplete = isFirst && age < REPLAY_MS && pageAge() < age + SLOW_MS;
    if (!isComplete) tell({ kind: 'connected', data: null });
    isFirst = false;
  };
  while (!signal.aborted) {
    await connection(isFirst ? age : 0, { tell, signal, onOpen });
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    // Renew an expired session; without one there is nothing to follow. Any other fault, such as of a proxy, may pass.
    const isSignedOut = await request('GET', '/api/auth/me', { quiet: true }).then(
      () => false,
      ({ status }: RequestError) => status === 401,
    );
    if (isSignedOut) return;
  }
}

type Listening = { tell: (event: PageEvent) => void; signal: AbortSignal; onOpen: () => void };

/** Resolves once the browser gives up a connection. It restores lost ones itself. */
function connection(age: number, { tell, signal, onOpen }: Listening): Promise<void> {
  const source = new EventSource(`${outward('/api/events')}?age=${age}`);
  source.onopen = onOpen;
  for (const kind of KINDS)
    source.addEventListener(kind, ({ data }: MessageEvent<string>) => tell({ kind, data: JSON.parse(data) }));
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      source.close();
      resolve();
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) resolve();
    };
  });
}
