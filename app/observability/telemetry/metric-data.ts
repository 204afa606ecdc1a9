import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

export type RegistryMetric = MetricObjectWithValues<MetricValue<string>>;
type Span = { startTime: HrTime; endTime: HrTime };
type Sample = MetricValue<string> & { metricName?: string };

/** Converts metrics of the registry behind `/metrics` to OpenTelemetry's, cumulative since `startTime`. */
export function toMetricData(found: RegistryMetric[], span: Span): MetricData[] {
  return found.flatMap((metric): MetricData[] => {
    const { name, help, type } = metric as unknown as { name: string; help: string; type: string };
    const samples = metric.values as Sample[];
    const common = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const points = () => samples.map(({ labels, value }) => ({ ...span, attributes: attributesOf(labels), value }));
    if (type === 'counter')
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    if (type === 'gauge') return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    if (type !== 'histogram') return [];
    return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(samples, span) }];
  });
}

type Labels = Partial<Record<string, string | number>>;

/** Copies labels without `le`, the bound of a bucket. */
const attributesOf = (labels: Labels): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([name]) => name !== 'le')
      .map(([name, value]) => [name, String(value)]),
  );

/** Prometheus' buckets count everything up to their bound, OpenTelemetry's only what the buckets before do not. */
function histogramPoints(samples: Sample[], span: Span) {
  const series = Map.groupBy(samples, ({ labels }) => JSON.stringify(attributesOf(labels)));
  return [...series].map(([labels, own]) => {
    const sampleOf = (end: string) => own.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
    const buckets = own
      .filter(({ metricName }) => metricName?.endsWith('_bucket'))
      .map(({ labels: { le }, value }) => ({ bound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value }))
      .sort((a, b) => a.bound - b.bound);
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0));
    const boundaries = buckets.slice(0, -1).map(({ bound }) => bound);
    const value = { buckets: { boundaries, counts }, sum: sampleOf('_sum'), count: sampleOf('_count') };
    return { ...span, attributes: JSON.parse(labels) as Record<string, string>, value };
  });
}
