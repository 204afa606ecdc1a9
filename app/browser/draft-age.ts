const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY_MS;

type Aged = { at: number; oldSince?: number };

/**
 * Returns the age of a draft. The clock of a browser may be wrong for a while, so that an `old` draft is marked with
 * `oldSince` and is `over`, to be deleted, only if it still is old a day later.
 */
export function ageOf({ at, oldSince }: Aged, now: number): 'current' | 'old' | 'marked' | 'over' {
  if (at >= now - KEPT_MS) return 'current';
  // A mark of the future is of a clock that was ahead.
  if (oldSince === undefined || oldSince > now) return 'old';
  return oldSince < now - DAY_MS ? 'over' : 'marked';
}
