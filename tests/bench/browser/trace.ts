import type { CDPSession, Page } from 'playwright';

const CATEGORIES = ['loading', 'devtools.timeline', 'latencyInfo', 'blink.user_timing'];

type TraceEvent = { name: string; ts: number; ph: string; args: { data?: Record<string, unknown>; frame?: string } };
/**
 * Filters a frame's events, as the trace also contains the browser's own windows (suggestions of the address bar are
 * pages).
 */
const isOf = (frameId: string) => (event: TraceEvent) =>
  (event.args.frame ?? event.args.data?.frame ?? frameId) === frameId;
/** Web vitals in milliseconds; `cls` has no unit. */
export type Vitals = { lcpMs: number; cls: number; eventsMs: number[] };

/** Runs `run` under Chromium tracing and derives the web vitals from the trace. */
export async function traced(page: Page, run: () => Promise<void>): Promise<Vitals> {
  const own = await page.context().newCDPSession(page);
  const { frameTree } = await own.send('Page.getFrameTree');
  await own.detach();
  const session = await page.context().browser()!.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: CATEGORIES },
    transferMode: 'ReportEvents',
  });
  await run();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return vitalsIn(events.filter(isOf(frameTree.frame.id)));
}

function vitalsIn(events: TraceEvent[]): Vitals {
  const started = Math.min(...events.filter(({ name }) => name === 'navigationStart').map(({ ts }) => ts));
  const painted = events.filter(({ name }) => name === 'largestContentfulPaint::Candidate').map(({ ts }) => ts);
  const shifts = events.filter(({ name, args }) => name === 'LayoutShift' && args.data?.had_recent_input === false);
  const typed = events.filter(
    ({ name, ph, args }) => name === 'EventTiming' && ph === 'b' && Number(args.data?.interactionId ?? 0) > 0,
  );
  return {
    lcpMs: painted.length > 0 ? (Math.max(...painted) - started) / 1000 : Number.NaN,
    cls: shifts.reduce((sum, { args }) => sum + Number(args.data?.score ?? 0), 0),
    eventsMs: typed.map(({ args }) => Number(args.data?.duration ?? 0)),
  };
}

export type Scripts = { bytes: number; files: number };

/** Counts the transferred script bytes of a page, without headers. */
export async function countScripts(page: Page): Promise<{ session: CDPSession; scripts: Scripts }> {
  const session = await page.context().newCDPSession(page);
  const scripts: Scripts = { bytes: 0, files: 0 };
  const ids = new Set<string>();
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  session.on('Network.requestWillBeSent', ({ type, requestId }) => {
    if (type !== 'Script' || ids.has(requestId)) return;
    ids.add(requestId);
    scripts.files += 1;
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (ids.has(requestId)) scripts.bytes += encodedDataLength;
  });
  return { session, scripts };
}
