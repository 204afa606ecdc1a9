import { format } from 'node:util';
import { log } from '#app/observability/log.ts';

const TEXT_MAX = 500;

/** Logs what libraries print with `console`, as JSON like every other line. */
export function logConsoleLines(): void {
  for (const name of ['log', 'info', 'warn', 'error'] as const)
    console[name] = (...parts: unknown[]) =>
      log.warn({ event: 'console', text: format(...parts.map(printable)).slice(0, TEXT_MAX) }, 'a library printed');
}

/** Reduces an error to name and message: those of the database carry statements with texts of documents. */
const printable = (part: unknown) => (part instanceof Error ? `${part.name}: ${part.message}` : part);
