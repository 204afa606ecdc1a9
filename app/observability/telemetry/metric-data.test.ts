import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { toMetricData } from '#app/observability/telemetry/metric-data.ts';

const span = { startTime: [1, 0], endTime: [2, 0] } as { startTime: [number, number]; endTime: [number, number] };

test('counters, gauges and histograms of the registry keep their names, labels and values', async () => {
  const register = new Registry();
  new Counter({ name: 'a_total', help: 'a', labelNames: ['kind'], registers: [register] }).inc({ kind: 'x' }, 3);
  new Gauge({ name: 'b', help: 'b', registers: [register] }).set(7);
  const histogram = new Histogram({ name: 'c', help: 'c', labelNames: ['r'], buckets: [1, 5], registers: [register] });
  for (const value of [0.5, 0.7, 3, 9]) histogram.observe({ r: 'one' }, value);
  histogram.observe({ r: 'two' }, 2);
  const data = toMetricData(await register.getMetricsAsJSON(), span);
  expect(data.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.length])).toEqual([
    ['a_total', 1],
    ['b', 1],
    ['c', 2],
  ]);
  expect(data[0]).toMatchObject({ isMonotonic: true, dataPoints: [{ attributes: { kind: 'x' }, value: 3 }] });
  expect(data[1]).toMatchObject({ dataPoints: [{ attributes: {}, value: 7, ...span }] });
  expect(data[2]?.dataPoints[0]).toMatchObject({
    attributes: { r: 'one' },
    value: { buckets: { boundaries: [1, 5], counts: [2, 1, 1] }, sum: 13.2, count: 4 },
  });
});
