const QUIET_MS = 0.1;
const WITHIN_MS = 2000;

/**
 * Resolves after an idle iteration of the event loop, when all pending connections are accepted and all requests read.
 * A listener closed later would reset those still waiting. Gives up after two seconds.
 */
export async function awaitIdle(): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (let turnedAt = performance.now(); turnedAt < deadline; ) {
    // With a pending immediate, the event loop polls for events without waiting.
    await new Promise((next) => setImmediate(next));
    const now = performance.now();
    if (now - turnedAt < QUIET_MS) return;
    turnedAt = now;
  }
}
