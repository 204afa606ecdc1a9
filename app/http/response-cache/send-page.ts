import type { Request, Response } from 'express';
import { nonceOf } from '#app/http/response-cache/page-nonce.ts';
import type { ResponseBytes } from '#app/http/response-cache/response-bytes.ts';

const POLICY = 'Content-Security-Policy';
const ETAG = /"([\w-]{22})\.([\w-]{22})"/g;

/**
 * The browser may store the page, but asks before each use. Going back, browsers use a stored page without asking; with
 * `Vary` they do so only under the same cookies, so not after signing out.
 */
const HEADERS = { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Cookie' };

/** Returns headers and body of a page with the nonce of this response, in an encoding that the client accepts. */
export async function encodePage(bytes: ResponseBytes, request: Request, response: Response) {
  const { nonce, nonceSalt } = response.locals as { nonce: string; nonceSalt: string };
  const isPacked = request.acceptsEncodings(['gzip', 'identity']) === 'gzip';
  const body = isPacked ? await bytes.gzip(nonce) : bytes.plain(nonce);
  const headers = {
    ...HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(body.length),
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    ETag: `W/"${bytes.hash}.${nonceSalt}"`,
  };
  return { headers, body };
}

/** Sends a cached page, or 304 to a browser that has it. */
export async function sendPage(bytes: ResponseBytes, request: Request, response: Response): Promise<void> {
  const held = saltHeld(bytes, request.headers['if-none-match']);
  if (held) {
    // The browser combines these headers with the body it has, whose scripts carry the nonce of that response.
    const policy = String(response.getHeader(POLICY)).replaceAll(response.locals.nonce, () => nonceOf(held));
    response.set(POLICY, policy);
    response.writeHead(304, { ...HEADERS, ETag: `W/"${bytes.hash}.${held}"` }).end();
    return;
  }
  const { headers, body } = await encodePage(bytes, request, response);
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Returns the salt of the nonce in the client's copy of this page; null if it has none. */
function saltHeld(bytes: ResponseBytes, ifNoneMatch: string | undefined): string | null {
  for (const [, hash, salt] of ifNoneMatch?.matchAll(ETAG) ?? []) if (hash === bytes.hash) return salt!;
  return null;
}
