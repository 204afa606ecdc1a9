const QUIET_MS = 0.1;
const WITHIN_MS = 2000;

/**
 * Resolves right after a turn of the event loop that found next to nothing to do: every connection was accepted and
 * every request read just now. A listener that closes later resets those that wait meanwhile. Gives up after two
 * seconds.
 */
export async function quietMoment(): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (let turnedAt = performance.now(); turnedAt < deadline; ) {
    // With an immediate pending, the loop looks for events and does not wait for them.
    await new Promise((next) => setImmediate(next));
    const now = performance.now();
    if (now - turnedAt < QUIET_MS) return;
    turnedAt = now;
  }
}
