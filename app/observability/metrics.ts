import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { CounterName } from '#app/observability/counters.ts';
import { countInto } from '#app/observability/counters.ts';
import { onRequest, onStatement } from '#app/observability/process-figures.ts';

/** A value read from the database on each scrape: name without prefix, help, and values by label. */
export type Measurement = {
  name: string;
  help: string;
  values: { labels?: Record<string, string>; value: number }[];
};

export type Metrics = {
  /** Returns all metrics as data, for another format. */
  values: () => Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  /** Returns the metrics in Prometheus' text format. */
  text: () => Promise<string>;
  contentType: string;
};

const COUNTERS: Record<CounterName, { name: string; help: string; labelNames: string[] }> = {
  aiCalls: { name: 'ai_calls_total', help: 'AI calls by outcome', labelNames: ['status'] },
  jobs: { name: 'jobs_total', help: 'Runs of scheduled jobs by outcome', labelNames: ['job', 'outcome'] },
  mails: { name: 'mails_total', help: 'Attempts to send a mail by outcome', labelNames: ['outcome'] },
  aiTokens: { name: 'ai_tokens_total', help: 'Tokens AI calls were settled with', labelNames: ['kind', 'status'] },
  storageErrors: {
    name: 'storage_errors_total',
    help: 'Operations the file storage refused',
    labelNames: ['operation', 'storage'],
  },
  databaseUnavailable: {
    name: 'database_unavailable_total',
    help: 'Requests answered with 503 because the database was busy, full or away',
    labelNames: [],
  },
  stalls: {
    name: 'event_loop_stalls_total',
    help: 'Times the event loop was blocked for more than 200 ms; nodejs_eventloop_lag_* has the distribution',
    labelNames: [],
  },
  responseCache: {
    name: 'kept_answers_total',
    help: 'Signed-in pages and calls that may be kept: answered from memory (kept), or made',
    labelNames: ['answer'],
  },
  workGivenUp: {
    name: 'work_given_up_total',
    help: 'Pieces of work that took more time or memory than the budget of their kind',
    labelNames: ['kind'],
  },
};

/** Starts metrics. The library is loaded here, so that installations without metrics do not pay for it. */
export async function startMetrics(measure: () => Promise<Measurement[]>): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'arbor_http_request_duration_seconds',
    help: 'Answers by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  });
  onRequest(({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds));
  const statements = new Histogram({
    name: 'arbor_database_statement_duration_seconds',
    help: 'Statements sent to the database by kind',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [register],
  });
  onStatement(({ kind, ms }) => statements.observe({ kind }, ms / 1000));
  const counters = Object.fromEntries(
    Object.entries(COUNTERS).map(([key, { name, help, labelNames }]) => {
      const counter = new Counter({ name: `arbor_${name}`, help, labelNames, registers: [register] });
      return [key, counter];
    }),
  ) as Record<CounterName, InstanceType<typeof Counter>>;
  countInto((name, labels, by) => counters[name].inc(labels, by));

  const gauges = new Map<string, InstanceType<typeof Gauge>>();
  const set = ({ name, help, values }: Measurement) => {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = gauges.get(name) ?? new Gauge({ name: `arbor_${name}`, help, labelNames, registers: [register] });
    gauges.set(name, gauge);
    gauge.reset();
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  };
  const look = async () => {
    for (const measurement of await measure()) set(measurement);
  };
  return {
    values: async () => {
      await look();
      return register.getMetricsAsJSON();
    },
    text: async () => {
      await look();
      return register.metrics();
    },
    contentType: register.contentType,
  };
}
