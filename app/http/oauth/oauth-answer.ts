import type { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { errorText } from '#app/http/errors/problem-texts.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { translator } from '#app/i18n/translations.ts';

const HEADERS = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** Error names of RFC 6749 §5.2, RFC 7591 §3.2.2 and RFC 8707 §2. */
export type OauthProblem =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri';

export const oauthAnswer = (body: object, status = 200): Response => Response.json(body, { status, headers: HEADERS });

export const oauthFailure = (error: OauthProblem, description: string): Response =>
  oauthAnswer({ error, error_description: description }, error === 'invalid_client' ? 401 : 400);

/** Converts errors of reading a request to the format of OAuth. */
export function oauthRefusal(error: unknown): Response {
  if (!(error instanceof AppError)) throw error;
  const answer = oauthAnswer({ error: 'invalid_request', error_description: described(error) }, statusOf(error.error));
  if (error.error === 'methodNotAllowed') answer.headers.set('Allow', 'POST');
  if (error.retryAfterSeconds) answer.headers.set('Retry-After', String(error.retryAfterSeconds));
  return answer;
}

/**
 * Describes an error in English, as RFC 6749 §5.2 allows ASCII only. The text of `/api` about types names JSON alone.
 */
const described = (error: AppError): string =>
  error.error === 'unsupportedMediaType'
    ? 'the endpoint does not take this Content-Type'
    : errorText(translator('en'), error);

/** Lists the fields that a schema refused, for developers. */
export const namesOf = (error: z.ZodError): string =>
  `wrong or missing: ${[...new Set(error.issues.map(({ path }) => path[0]))].join(', ')}`;
