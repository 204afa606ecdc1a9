/**
 * Returns the age in seconds at which a relative time gets another number or unit. `sizes` are the lengths of the units
 * in seconds; a shorter age has the same words throughout.
 */
export function nextChange(seconds: number, sizes: number[]): number {
  const size = Math.max(...sizes.filter((each) => each <= seconds));
  const larger = sizes.filter((each) => each > seconds);
  return Math.min(...larger, ...(Number.isFinite(size) ? [(Math.floor(seconds / size) + 1) * size] : []));
}
