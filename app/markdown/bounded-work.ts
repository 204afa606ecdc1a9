/**
 * Parses foreign text, or does more with it, without effects: null where that overflows the stack or is given up as too
 * large by the work itself. Never throws. Time and memory are bounded by the thread the work runs in (`app/threads/`).
 */
export function workOn<Result>(work: () => Result | null): Result | null {
  try {
    return work();
  } catch {
    // A stack overflow, wherever in the parsers it struck: every caller has an answer without the tree.
    return null;
  }
}
