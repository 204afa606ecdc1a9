import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { config } from '#app/config.server.ts';
import { ERROR_CODES } from '#app/errors.ts';
import { patternOf } from '#app/http/request/route-pattern.ts';
import { acceptedLanguage } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import { noteRequest } from '#app/observability/process-figures.ts';

type Page = { token: string; text: () => Promise<string>; contentType: string };

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Measures each request from first to last byte. */
export const observeRequests: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  response.once('close', () => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const route = patternOf(request.originalUrl, response.locals.routePattern);
    // The client disconnected before the response: 499, as in proxy logs.
    const status = response.writableFinished ? String(response.statusCode) : '499';
    const isStream = String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream');
    noteRequest({ method, route, status, seconds: (performance.now() - startedAt) / 1000, isStream });
  });
  next();
};

/** Serves `GET /metrics` to requests with the bearer token. */
export function metricsPage({ token, text, contentType }: Page): RequestHandler {
  const isToken = equalTo(`Bearer ${token}`);
  return async (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (!isToken(request.headers.authorization ?? '')) {
      const lng = acceptedLanguage(request.headers['accept-language']) ?? config().defaultLanguage;
      const message = translator(lng)('errors.authenticationFailed');
      response.status(401).set('WWW-Authenticate', 'Bearer');
      response.json({ statusCode: ERROR_CODES.authenticationFailed, message });
      return;
    }
    response.type(contentType).send(await text());
  };
}

/** Returns a function that tests for equality in constant time. */
function equalTo(wanted: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(wanted);
  return (given) => timingSafeEqual(digest(given), expected);
}
