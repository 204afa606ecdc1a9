/** Messages of failed requests and scripts: Chromium, Firefox and Safari. */
const MESSAGES =
  /failed to fetch|networkerror|error loading dynamically|importing a module|load failed|network connection/i;

/** Returns true if a request got no answer. Browsers throw a `TypeError` that only its message tells from a fault. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && MESSAGES.test(error.message);
}
