import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { log } from '#app/observability/log.ts';

export type Protocol = 'http/protobuf' | 'http/json';
type Exporters = { spans: SpanExporter; metrics: PushMetricExporter };

/** Loads the exporters of a protocol. They read address, headers, timeout and certificates from the environment. */
export async function openExporters(protocol: Protocol): Promise<Exporters> {
  const [traces, metrics] =
    protocol === 'http/json'
      ? await Promise.all([
          import('@opentelemetry/exporter-trace-otlp-http'),
          import('@opentelemetry/exporter-metrics-otlp-http'),
        ])
      : await Promise.all([
          import('@opentelemetry/exporter-trace-otlp-proto'),
          import('@opentelemetry/exporter-metrics-otlp-proto'),
        ]);
  return { spans: toldOnce(new traces.OTLPTraceExporter()), metrics: toldOnce(new metrics.OTLPMetricExporter()) };
}

let isAway = false;

/** Logs the loss of the collector and its return, once each, for all exporters together. */
function note(error: Error | undefined): void {
  if ((error !== undefined) === isAway) return;
  isAway = error !== undefined;
  if (!error) {
    log.info({ event: 'collector-back' }, 'the collector of traces and metrics takes them again');
    return;
  }
  const { code, httpCode } = error as { code?: string; httpCode?: number };
  const reason = httpCode ?? code ?? error.name;
  log.warn({ event: 'collector-away', reason }, 'traces and metrics are dropped until their collector answers');
}

type Result = { code: number; error?: Error };
type Exporter<Items> = { export(items: Items, done: (result: Result) => void): void };

/** Wraps an exporter: failures are logged once and hidden from the SDK, which would log each. */
function toldOnce<Items, Wrapped extends Exporter<Items>>(exporter: Wrapped & Exporter<Items>): Wrapped {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, ({ code, error }) => {
      note(code === 0 ? undefined : (error ?? new Error('refused')));
      done({ code: 0 });
    });
  return exporter;
}
