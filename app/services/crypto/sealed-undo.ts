import { AppError } from '#app/errors.ts';
import { openText, sealText } from '#app/services/crypto/sealed-text.ts';

/** As long as a toast can reasonably be left open. */
const UNDO_MS = 10 * 60 * 1000;

/** Seals what an Undo brings back, so that a form can carry it. `subject` is what it belongs to. */
export function sealUndo(purpose: string, subject: string, value: object): string {
  return sealText(purpose, subject, JSON.stringify({ until: Date.now() + UNDO_MS, value }));
}

/** Opens what `sealUndo` sealed. Throws `notFound` if it is another subject's, not ours or too old. */
export function openUndo<T>(purpose: string, subject: string, sealed: string): T {
  const text = openText(purpose, subject, sealed);
  const { until, value } = text === null ? { until: 0, value: null } : JSON.parse(text);
  if (until < Date.now()) throw new AppError('notFound');
  return value as T;
}
