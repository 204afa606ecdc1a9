// Asked for whenever somebody looks at the metrics of the process.
export { measureOperation } from '#app/services/maintenance/metrics/measure.ts';
