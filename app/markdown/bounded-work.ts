/**
 * Parses untrusted text. Returns null on stack overflow, or if `work` returns null because of size. Never throws. The
 * worker thread limits time and memory (`app/threads/`). `work` must have no side effects.
 */
export function workOn<Result>(work: () => Result | null): Result | null {
  try {
    return work();
  } catch {
    // Stack overflow in a parser; every caller has a fallback.
    return null;
  }
}
