import type { ErrorResponse } from 'react-router';

/** Messages of failed requests and scripts: Chromium, Firefox and Safari. */
const MESSAGES =
  /failed to fetch|networkerror|error loading dynamically|importing a module|load failed|network connection/i;

/** Returns true if a request got no answer. Browsers throw a `TypeError` that only its message tells from a fault. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && MESSAGES.test(error.message);
}

/** Returns true for the answer of a proxy whose server is out of reach. Its body is text, the server's is data. */
export const isOfProxy = ({ status, data }: ErrorResponse): boolean =>
  [502, 503, 504].includes(status) && typeof data === 'string';
