import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { config } from '#app/config.server.ts';
import { type Encoding, encodingFor, PageBytes } from '#app/features/public-page/server/page-bytes.ts';
import { PageCache } from '#app/features/public-page/server/page-cache.ts';
import { type PageView, renderNotice, renderPublicPage } from '#app/features/public-page/server/render-page.tsx';
import { toAppError } from '#app/http/errors/envelope.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { foreignPictureSources } from '#app/http/server/security-headers.ts';
import { fileResponse } from '#app/http/uploads/file-response.ts';
import { thumbnailChoice } from '#app/http/uploads/thumbnail-choice.ts';
import { acceptedLanguage, isLanguage } from '#app/i18n/language.ts';
import { thumbnailQuery } from '#app/schemas/files.ts';
import { THEMES } from '#app/schemas/theme.ts';
import type { OpenFile } from '#app/services/files/open-file.ts';
import { countView } from '#app/services/public-links/count-views.ts';
import { findPublicDocument } from '#app/services/public-links/find-public-document.ts';
import { findPublicFile } from '#app/services/public-links/find-public-file.ts';
import { loadPublicPage } from '#app/services/public-links/load-public-page.ts';

/** Public pages have no script to set a theme, so the system setting applies (contract §6). */
const STANDARD_THEME = 'system';
/** `/:token` and `/:token/:docId` below `/s`; tokens have 43 characters, ids are cuids. */
const PATH = /^\/([\w-]{43})(?:\/(c[a-z0-9]{23}))?\/?$/;

const FILE_PATH = /^\/([\w-]{43})\/files\/(c[a-z0-9]{23})$/;

/**
 * Forbids scripts, forms and framing, and sends no referrer, because the address is the key. Formulas and tables use
 * inline styles. Browsers revalidate each time, so a revoked link shows nothing.
 */
const headersOfEveryAnswer = () => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': `default-src 'none'; script-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src ${["'self'", 'data:', ...foreignPictureSources()].join(' ')}; font-src 'self'; media-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  Vary: 'Accept-Encoding, Accept-Language',
  ...(config().appUrl?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});

/** Handles `/s/*` before all session middleware. Access is checked for every view; only bytes are cached. */
export function publicPages(): RequestHandler {
  const cache = new PageCache();
  const constant = headersOfEveryAnswer();
  return async (request, response) => {
    const view = viewOf(request.url, request.headers);
    const answer = answerer(constant, request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return answer(405, new PageBytes(renderNotice('gone', view)));
    }
    try {
      const [, token, fileId] = FILE_PATH.exec(request.path) ?? [];
      const query = thumbnailQuery.parse(Object.fromEntries(new URLSearchParams(request.url.split('?')[1])));
      const choice = thumbnailChoice(query, request.headers.accept);
      const file = token && fileId ? await findPublicFile(token, fileId, choice) : null;
      if (file) return await sendFile(file, request, response);
      const found = await pageFor(cache, request.path, view);
      if (!found) return await answer(404, new PageBytes(renderNotice('gone', view)));
      if (request.method === 'GET') countView(found.tokenHash);
      await answer(200, found.bytes);
    } catch (error) {
      const known = toAppError(error, response.locals.requestId);
      if (known.retryAfterSeconds) response.setHeader('Retry-After', String(known.retryAfterSeconds));
      await answer(statusOf(known.error), new PageBytes(renderNotice('fault', view)));
    }
  };
}

/** Sends a file of a public page. Like the page's address, the file's address is secret. */
async function sendFile(file: OpenFile, request: Request, response: Response): Promise<void> {
  const asked = new globalThis.Request('http://localhost/', {
    method: request.method,
    headers: pick(request.headers, ['range', 'if-range', 'if-none-match']),
  });
  const { status, headers, body } = await fileResponse(asked, file);
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Robots-Tag', 'noindex, nofollow');
  response.writeHead(status, Object.fromEntries(headers));
  if (body) await pipeline(Readable.fromWeb(body as never), response);
  else response.end();
}

const pick = (headers: IncomingHttpHeaders, names: string[]) =>
  names.flatMap((name): [string, string][] => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []));

async function pageFor(cache: PageCache, path: string, view: PageView) {
  const [, token, id] = PATH.exec(path) ?? [];
  if (!token) return null;
  const document = await findPublicDocument(token, id ?? null);
  if (!document) return null;
  const { tokenHash, rootId, stamp } = document;
  const { chosen } = view;
  const key = [token, document.id, view.lng, view.theme, chosen.lng, chosen.theme].join(' ');
  const bytes = await cache.findOrMake(key, stamp, async () => {
    const page = await loadPublicPage(document);
    return page && new PageBytes(renderPublicPage(token, rootId, page, view));
  });
  return bytes && { tokenHash, bytes };
}

function viewOf(url: string, headers: IncomingHttpHeaders): PageView {
  const at = url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at));
  const theme = THEMES.find((each) => each === query.get('theme'));
  const asked = query.get('lng');
  const lng = isLanguage(asked) ? asked : undefined;
  return {
    lng: lng ?? acceptedLanguage(headers['accept-language']) ?? config().defaultLanguage,
    theme: theme ?? config().defaultTheme ?? STANDARD_THEME,
    chosen: { ...(lng ? { lng } : {}), ...(theme ? { theme } : {}) },
  };
}

function answerer(constant: Record<string, string>, { headers, method }: Request, response: Response) {
  const encoding: Encoding = encodingFor(headers['accept-encoding']);
  return async (status: number, bytes: PageBytes): Promise<void> => {
    const isKnown = status === 200 && headers['if-none-match']?.includes(bytes.etag.slice(2));
    const body = isKnown ? null : await bytes.as(encoding);
    response.writeHead(isKnown ? 304 : status, {
      ...constant,
      ...(status === 200 ? { ETag: bytes.etag } : {}),
      ...(body && encoding !== 'identity' ? { 'Content-Encoding': encoding } : {}),
      ...(body ? { 'Content-Length': body.length } : {}),
    });
    response.end(body && method !== 'HEAD' ? body : undefined);
  };
}
