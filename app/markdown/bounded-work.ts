/**
 * Runs parsing of untrusted text, without side effects; returns null on stack overflow or if the work itself gives up
 * because of size. Never throws. The worker thread bounds time and memory (`app/threads/`).
 */
export function workOn<Result>(work: () => Result | null): Result | null {
  try {
    return work();
  } catch {
    // Stack overflow in a parser: every caller has a fallback without the tree.
    return null;
  }
}
