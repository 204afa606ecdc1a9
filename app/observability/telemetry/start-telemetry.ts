import { setTimeout as wait } from 'node:timers/promises';
import type { Resource } from '@opentelemetry/resources';
import type { MetricReader } from '@opentelemetry/sdk-metrics';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';
import { traceWith } from '#app/observability/spans.ts';
import { openExporters, type Protocol } from '#app/observability/telemetry/exporters.ts';
import type { RegistryMetric } from '#app/observability/telemetry/metric-data.ts';
import { type Observe, traceRequests, tracerOf, traceStatements } from '#app/observability/telemetry/tracing.ts';

export type TelemetrySettings = {
  protocol: Protocol;
  serviceName: string;
  sampler: string;
  /** Fraction of traces, for samplers by ratio. */
  sampled: number;
  metricIntervalMs: number;
  /** True if a proxy in front is trusted, and so is its `traceparent`. */
  continuesTraces: boolean;
};
type Around = {
  version: string;
  instanceId: string;
  /** Returns the metrics of the registry behind `/metrics`. */
  metrics: () => Promise<RegistryMetric[]>;
  patternOf: (path: string, told: string | undefined) => string;
};
export type Telemetry = {
  /** Traces each request but probes and static files. */
  observe: Observe;
  /** Sends what is left, for two seconds at most. */
  stop: () => Promise<void>;
};

const FLUSH_MS = 2000;

/**
 * Starts traces and metrics over OTLP. Nothing is registered globally, so Sentry's SDK, which uses the same API, is not
 * affected. Nothing is instrumented automatically: spans come from `traced`, requests and finished statements.
 */
export async function startTelemetry(settings: TelemetrySettings, around: Around): Promise<Telemetry> {
  const [{ resourceFromAttributes, detectResources, envDetector }, sdk, exporters] = await Promise.all([
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    openExporters(settings.protocol),
  ]);
  const resource = detectResources({ detectors: [envDetector] }).merge(
    resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': around.version,
      'service.instance.id': around.instanceId,
      'process.pid': process.pid,
    }),
  );
  const traces = new sdk.TracerProvider({
    resource,
    sampler: samplerOf(settings, sdk),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: exporters.spans })],
  });
  const tracer = traces.getTracer('arbor', around.version);
  const metrics = await startMetrics(exporters.metrics, resource, settings.metricIntervalMs, around);
  traceWith(tracerOf(tracer));
  traceStatements(tracer);
  const stop = async () => {
    const flushed = Promise.allSettled([traces.shutdown(), metrics.shutdown()]);
    await Promise.race([flushed, wait(FLUSH_MS, undefined, { ref: false })]);
  };
  return { observe: traceRequests(tracer, around.patternOf, settings.continuesTraces), stop };
}

function samplerOf({ sampler, sampled }: TelemetrySettings, sdk: typeof Sdk): Sampler {
  const root = sampler.endsWith('always_on')
    ? new sdk.AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new sdk.AlwaysOffSampler()
      : new sdk.TraceIdRatioBasedSampler(sampled);
  return sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

type Exporter = Awaited<ReturnType<typeof openExporters>>['metrics'];

/** Sends the figures of `/metrics`, read from the same registry. */
async function startMetrics(exporter: Exporter, resource: Resource, everyMs: number, around: Around) {
  const [{ MeterProvider, PeriodicExportingMetricReader }, { toMetricData }, { millisToHrTime }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('#app/observability/telemetry/metric-data.ts'),
    import('@opentelemetry/core'),
  ]);
  const startTime = millisToHrTime(Date.now() - 1000 * process.uptime());
  const collect = async () => {
    const metrics = toMetricData(await around.metrics(), { startTime, endTime: millisToHrTime(Date.now()) });
    const scope = { name: 'arbor', version: around.version };
    return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
  };
  const reader: MetricReader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(everyMs, 30_000),
    metricProducers: [{ collect }],
  });
  return new MeterProvider({ resource, readers: [reader] });
}
