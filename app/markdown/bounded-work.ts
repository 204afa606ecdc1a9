import { isMainThread } from 'node:worker_threads';
import { withinTime } from '#app/markdown/within-time.ts';

/** Sources up to this length, in UTF-16 units, are worked on without a deadline: the deadline itself costs 0.2 ms. */
const WITHOUT_DEADLINE = 8 * 1024;
/**
 * Several times what written text needs; met by sources that are quadratic for the parser. In a
 * thread of its own nobody waits for the work, and a busy machine must not turn a document into its source.
 */
const DEADLINE_MILLISECONDS = isMainThread ? 1_000 : 15_000;
const DEADLINE_MILLISECONDS_PER_UNIT = 0.002;

/**
 * Parses foreign text, or does more with it, without effects: null where that would take seconds, overflows the stack or
 * is given up as too large by the work itself. Never throws.
 */
export function workOn<Result>(source: string, work: () => Result | null): Result | null {
  try {
    if (source.length <= WITHOUT_DEADLINE) return work();
    return withinTime(Math.round(DEADLINE_MILLISECONDS + source.length * DEADLINE_MILLISECONDS_PER_UNIT), work);
  } catch {
    // A stack overflow or the deadline, wherever in the parsers it struck: every caller has an answer without the tree.
    return null;
  }
}
