import { outward } from '#app/address/base-path.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 300;

type Texts = Record<string, unknown>;
type Surroundings = { origin: string; pause: (ms: number) => Promise<void> };
const PAGE: Surroundings = { origin: '', pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** Thrown if the texts of a language cannot be loaded (specification §8). */
export class TextsError extends Error {
  override name = 'TextsError';
  /** True if a retry may succeed; false if the server refuses or the response is not JSON. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean, cause?: unknown) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}

/**
 * Loads the texts of one language (specification §7). Network failures and statuses from 500 are retried, as the page
 * needs the texts; statuses 400 to 499 and invalid JSON are final.
 */
export async function loadTexts(lng: string, { origin, pause }: Surroundings = PAGE): Promise<Texts> {
  const path = `/locales/${lng}.json`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return parse(path, await fetchText(origin, path));
    } catch (error) {
      if (attempt === ATTEMPTS || !(error as TextsError).isPassing) throw error;
    }
    await pause(PAUSE_MS * attempt);
  }
}

async function fetchText(origin: string, path: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(origin + outward(path));
    if (response.ok) return await response.text();
  } catch (cause) {
    throw new TextsError(`failed loading ${path}: no answer`, true, cause);
  }
  throw new TextsError(`failed loading ${path}: status ${response.status}`, response.status >= 500);
}

function parse(path: string, text: string): Texts {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TextsError(`failed parsing ${path}`, false, cause);
  }
}
