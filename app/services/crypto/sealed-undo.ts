import { AppError } from '#app/errors.ts';
import { openText, sealText } from '#app/services/crypto/sealed-text.ts';

/** Lifetime of a sealed Undo in milliseconds. */
const UNDO_MS = 10 * 60 * 1000;

/**
 * Seals the state that an Undo restores, so that a form can carry it. It opens only for the same purpose and subject.
 */
export function sealUndo(purpose: string, subject: string, value: object): string {
  return sealText(purpose, subject, JSON.stringify({ until: Date.now() + UNDO_MS, value }));
}

/** Opens a state sealed by `sealUndo`. Throws `notFound` if it is forged, expired or of another subject. */
export function openUndo<T>(purpose: string, subject: string, sealed: string): T {
  const text = openText(purpose, subject, sealed);
  const { until, value } = text === null ? { until: 0, value: null } : JSON.parse(text);
  if (until < Date.now()) throw new AppError('notFound');
  return value as T;
}
