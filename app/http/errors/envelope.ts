import type { TFunction } from 'i18next';
import { AppError } from '#app/errors.ts';
import { errorText, fieldTexts } from '#app/http/errors/problem-texts.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { count } from '#app/observability/counters.ts';
import { log } from '#app/observability/log.ts';
import { isAlreadyGone, isDatabaseUnavailable, isDiskFull } from '#db/database-errors.ts';

/** Headers of every answer to a call. */
export const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

export function success(data: unknown): Response {
  return new Response(JSON.stringify({ statusCode: 0, message: 'ok', data }), { headers: JSON_HEADERS });
}

/** `errors` are field messages by zod, if any. */
export function failure(error: AppError, t: TFunction, errors?: Record<string, string[]>): Response {
  const headers = new Headers(JSON_HEADERS);
  if (error.retryAfterSeconds) headers.set('Retry-After', String(error.retryAfterSeconds));
  const body = {
    statusCode: error.code,
    message: errorText(t, error),
    errors: errors ?? fieldTexts(t, error.fields),
    data: error.data,
  };
  return new Response(JSON.stringify(body), { status: statusOf(error.error), headers });
}

/**
 * Converts any thrown value to an AppError. Faults are logged once, here, and become 500, or 503 if the database is
 * unavailable.
 */
export function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error;
  // The document was deleted during the write.
  if (isAlreadyGone(error)) return new AppError('documentNotFound', { cause: error });
  if (isDatabaseUnavailable(error)) {
    count('databaseUnavailable', {});
    log.warn({ error, requestId, event: 'database-unavailable' }, 'the database did not answer');
    const reason = isDiskFull(error) ? ({ key: 'diskFull' } as const) : undefined;
    return new AppError('unavailable', { retryAfterSeconds: 5, cause: error, ...(reason && { reason }) });
  }
  log.error({ error, requestId, event: 'fault' }, 'a request failed');
  return new AppError('internal', { cause: error });
}
