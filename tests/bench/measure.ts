import autocannon from 'autocannon';

export type Call = { path: string; method?: 'GET' | 'PATCH'; body?: string };
/** A load: a fixed cycle of calls, or a function that generates each call. */
export type Target = { origin: string; headers: Record<string, string>; calls: Call[] | (() => Call) };
export type Sample = { perSecond: number; p50: number; p99: number };

const SETTLE_MS = 50;

/**
 * Loads a target with a number of connections. Returns requests per second and latencies in ms. Throws on any status
 * other than 2xx.
 */
export async function load(target: Target, connections: number, seconds: number): Promise<Sample> {
  const { origin, headers, calls } = target;
  const requests =
    typeof calls === 'function'
      ? [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...calls(), headers }) }]
      : calls.map((call) => ({ method: 'GET' as const, ...call, headers }));
  const latencies: number[] = [];
  const failed = new Map<number, number>();
  const startedAt = performance.now();
  let endedAt = startedAt;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url: origin, connections, duration: seconds, sampleInt: SETTLE_MS, requests, timeout: 10 };
    const run = autocannon(options as autocannon.Options, (error, done) => (error ? reject(error) : resolve(done)));
    // Measure here, as autocannon's own histogram has a resolution of one millisecond.
    run.on('response', (_client, status, _bytes, ms) => {
      endedAt = performance.now();
      latencies.push(ms);
      if (status < 200 || status > 299) failed.set(status, (failed.get(status) ?? 0) + 1);
    });
  });
  if (failed.size > 0 || result.errors > 0) {
    const statuses = [...failed].map(([status, count]) => `${count} × ${status}`);
    throw new Error(
      `${requests.length} requests of ${origin} failed: ${[...statuses, `${result.errors} errors`].join(', ')}`,
    );
  }
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / ((endedAt - startedAt) / 1000),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
