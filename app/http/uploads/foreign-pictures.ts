import { pipeline } from 'node:stream/promises';
import type { RequestHandler, Response } from 'express';
import { AppError } from '#app/errors.ts';
import { toAppError } from '#app/http/errors/envelope.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { rateLimitKey } from '#app/http/server/overall-limit.ts';
import { BOX } from '#app/http/uploads/file-response.ts';
import { isSignedPicture } from '#app/services/files/foreign-picture-address.ts';
import { type ForeignPicture, openForeignPicture } from '#app/services/files/open-foreign-picture.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';

const SHOWN_AGAIN = 'private, max-age=86400';
const MISSED = 'private, max-age=60';

/**
 * Handles `/pictures/:signature?url=…`: an image of another host, which does not see who reads what. The signature is
 * the only authorization, so that public pages show images without a cookie.
 */
export const foreignPictures: RequestHandler<{ signature: string }> = async (request, response) => {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('methodNotAllowed');
    const url = new URLSearchParams(request.originalUrl.split('?')[1] ?? '').get('url');
    if (url === null || !isSignedPicture(request.params.signature, url)) throw new AppError('fileNotFound');
    const asker = await rateLimitKey(request);
    // A separate counter, as one page may contain hundreds of images.
    await consumeLimit('requests', `pictures ${asker}`);
    await send(await openForeignPicture(url, asker), request.method === 'HEAD', response);
  } catch (thrown) {
    if (response.headersSent) return void response.destroy();
    const { error, retryAfterSeconds } = toAppError(thrown, response.locals.requestId);
    if (retryAfterSeconds) response.set('Retry-After', String(retryAfterSeconds));
    if (error === 'methodNotAllowed') response.set('Allow', 'GET, HEAD');
    response.status(statusOf(error)).set('Cache-Control', retryAfterSeconds ? 'no-store' : MISSED);
    response.end();
  }
};

async function send({ type, isInline, size, read }: ForeignPicture, isHead: boolean, response: Response) {
  response.set({
    'Content-Type': type,
    'Content-Length': String(size),
    'Content-Disposition': isInline ? 'inline' : 'attachment',
    'Content-Security-Policy': BOX,
    'Cache-Control': SHOWN_AGAIN,
  });
  if (isHead) return void response.end();
  await pipeline(await read(), response);
}
