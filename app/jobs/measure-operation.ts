// Called on each scrape of the metrics.
export { measureOperation } from '#app/services/maintenance/metrics/measure.ts';
