import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { config } from '#app/config.server.ts';
import type { AppError } from '#app/errors.ts';
import { errorText } from '#app/http/errors/problem-texts.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { acceptedLanguage, isLanguage, LANGUAGE_COOKIE, type Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/**
 * Answers an upload, or a request that does not reach the framework, without database or React: the envelope to a call,
 * a small complete page to a browser, the sentence alone to a client that takes no HTML.
 */
export function sendProblem(request: Request, response: Response, error: AppError): void {
  const lng = languageOf(request);
  const message = errorText(translator(lng), error);
  response.status(statusOf(error.error)).set('Cache-Control', 'no-store');
  if (error.retryAfterSeconds) response.set('Retry-After', String(error.retryAfterSeconds));
  if (request.path.startsWith('/api/') || request.path === '/mcp') {
    response.json({ statusCode: error.code, message });
  } else if (request.accepts(['html', 'text']) === 'html') {
    response.type('html').send(pageOf(lng, message));
  } else response.type('text/plain; charset=utf-8').send(message);
}

/** The order of the framework's pages: query, cookie, `Accept-Language`, default. */
function languageOf({ url, headers }: Request): Language {
  const asked = new URLSearchParams(url.split('?')[1]).get('lng');
  const kept = parseCookie(headers.cookie ?? '')[LANGUAGE_COOKIE];
  return [asked, kept, acceptedLanguage(headers['accept-language'])].find(isLanguage) ?? config().defaultLanguage;
}

function pageOf(lng: Language, message: string): string {
  const text = escapeText(message);
  return `<!DOCTYPE html>
<html lang="${lng}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${text} · ${escapeText(config().installationName)}</title>
</head>
<body><main id="main"><h1>${text}</h1></main></body>
</html>
`;
}

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
