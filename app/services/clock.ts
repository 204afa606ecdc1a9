/**
 * Difference between the clocks of two machines. What lies further ahead was written by a clock that was set back
 * since.
 */
const CLOCKS_APART_MS = 5 * 60_000;

/** Returns the latest instant that a process can have written. */
export const latestInstant = (): number => Date.now() + CLOCKS_APART_MS;
