import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import { config } from '#app/config.server.ts';
import { AppError, ERROR_CODES } from '#app/errors.ts';
import { countedAddress } from '#app/http/request/client-address.ts';
import { ownCookie } from '#app/http/request/cookies.ts';
import { ACCESS } from '#app/http/session/session.ts';
import { acceptedLanguage, type Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { readAccessToken } from '#app/services/sessions/session-tokens.ts';

/**
 * Returns the key of a request: its session, so that people behind one address do not share a limit, else the address.
 */
export async function rateLimitKey(request: Request): Promise<string> {
  const access = parseCookie(request.headers.cookie ?? '')[ownCookie(ACCESS)];
  const sessionId = access ? await readAccessToken(access) : null;
  return sessionId ? `session ${sessionId}` : countedAddress(request.ip);
}

/** Responds with 429 before any expensive work: the envelope for the API, one sentence for a page. */
export const overallLimit: RequestHandler = async (request, response, next) => {
  try {
    await consumeLimit('requests', await rateLimitKey(request));
  } catch (error) {
    if (!(error instanceof AppError)) return next(error);
    const count = error.retryAfterSeconds ?? 1;
    const lng = acceptedLanguage(request.headers['accept-language']) ?? config().defaultLanguage;
    const message = translator(lng)('errors.requestTooFrequent', { wait: seconds(lng, count) });
    response.status(429).set({ 'Retry-After': String(count), 'Cache-Control': 'no-store' });
    if (request.path.startsWith('/api/') || request.path === '/mcp')
      response.json({ statusCode: ERROR_CODES.requestTooFrequent, message });
    else response.type('text/plain; charset=utf-8').send(message);
    return;
  }
  next();
};

const seconds = (lng: Language, count: number) =>
  new Intl.NumberFormat(lng, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(count);
