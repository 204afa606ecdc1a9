/** The comparison tries every pair of equal parts: beyond this many it would hold the process for seconds. */
const PAIRS_MAX = 300_000;

/** Whether two lists of parts can be compared at once; a text of a hundred thousand equal lines cannot. */
export function isComparable(before: string[], after: string[]): boolean {
  const counts = new Map<string, number>();
  for (const part of before) counts.set(part, (counts.get(part) ?? 0) + 1);
  let pairs = 0;
  for (const part of after) {
    pairs += counts.get(part) ?? 0;
    if (pairs > PAIRS_MAX) return false;
  }
  return true;
}
