// Child process of `measure.ts`: sends the requests, so that they do not compete with the process that measures.
import autocannon from 'autocannon';
import { editsOf, savesOf, viewsOf } from '#tests/bench/generated-calls.ts';
import type { Call, Order, Sample, Target } from '#tests/bench/measure.ts';
import { percentile } from '#tests/bench/percentile.ts';

const SAMPLE_MS = 50;
const TIMEOUT_SECONDS = 30;

/** One source of calls for each list of documents, so that no save repeats a text and no view an address. */
const generated = new Map<string, () => Call>();

function callsOf(calls: Exclude<Target['calls'], Call[]>): () => Call {
  if ('saves' in calls) return savesOf(calls.saves);
  return 'edits' in calls ? editsOf(calls.edits) : viewsOf(calls.views);
}

function requestsOf({ calls, headers }: Target): object[] {
  if (Array.isArray(calls)) return calls.map((call) => ({ method: 'GET' as const, ...call, headers }));
  const key = JSON.stringify(calls);
  const next = generated.get(key) ?? callsOf(calls);
  generated.set(key, next);
  return [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...next(), headers }) }];
}

async function load({ target, connections, ...length }: Order): Promise<Sample> {
  const latencies: number[] = [];
  const failed = new Map<number, number>();
  const startedAt = performance.now();
  let endedAt = startedAt;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const until = 'seconds' in length ? { duration: length.seconds } : { amount: length.requests };
    const more = { connections, ...until, sampleInt: SAMPLE_MS, timeout: TIMEOUT_SECONDS };
    const options = { url: target.origin, requests: requestsOf(target), ...more };
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
    throw new Error(`${target.origin}: ${[...statuses, `${result.errors} errors`].join(', ')}`);
  }
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / ((endedAt - startedAt) / 1000),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

process.on('message', async ({ id, order }: { id: number; order: Order }) => {
  try {
    process.send!({ id, sample: await load(order) });
  } catch (error) {
    process.send!({ id, problem: (error as Error).message });
  }
});
process.on('disconnect', () => process.exit(0));
