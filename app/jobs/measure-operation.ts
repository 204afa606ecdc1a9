// Called on each scrape of the metrics.

export { measureOperation } from '#app/services/maintenance/metrics/measure-installation.ts';
export { measureProcess } from '#app/services/maintenance/metrics/measure-process.ts';
