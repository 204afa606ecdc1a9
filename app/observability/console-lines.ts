import { format } from 'node:util';
import { log } from '#app/observability/log.ts';

const TEXT_MAX = 500;

/** Logs what libraries print with `console`, so that every line of the output is JSON. */
export function logConsoleLines(): void {
  for (const name of ['warn', 'error'] as const)
    console[name] = (...parts: unknown[]) =>
      log.warn({ event: 'console', text: format(...parts).slice(0, TEXT_MAX) }, 'a library warned');
}
