import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { toAppError } from '#app/http/errors/envelope.ts';
import { sendProblem } from '#app/http/errors/send-problem.ts';
import { receiveUpload } from '#app/services/files/receive-upload.ts';
import { readUploadPath } from '#app/services/files/signed-upload-path.ts';

/**
 * Receives an upload's bytes at its signed URL. The signature is the only authorization: no cookie, no csrf pair. Runs
 * before React Router, to stream the body to the storage.
 */
export const uploadHandler: RequestHandler = async (request, response) => {
  try {
    if (request.method !== 'PUT') throw new AppError('methodNotAllowed');
    const fileId = z.cuid().safeParse(request.params.fileId);
    if (!fileId.success) throw new AppError('fileAccessDenied');
    const signed = readUploadPath(fileId.data, new URLSearchParams(request.originalUrl.split('?')[1] ?? ''));
    const length = request.headers['content-length'];
    const said = {
      type: request.headers['content-type'] ?? null,
      length: length === undefined ? null : Number(length),
    };
    await receiveUpload(signed, withOpenEnd(request), said);
    response.set('Cache-Control', 'no-store').json({ statusCode: 0, message: 'ok', data: {} });
  } catch (thrown) {
    const error = toAppError(thrown, response.locals.requestId);
    if (error.error === 'methodNotAllowed') response.set('Allow', 'PUT');
    sendProblem(request, response, error);
  }
};

/**
 * Wraps the body, so that a failed storage destroys the wrapper only: destroying the request would close the connection
 * before the response. An aborted request destroys the wrapper with its error.
 */
function withOpenEnd(request: IncomingMessage): Readable {
  const body = request.pipe(new PassThrough());
  finished(request, (error) => {
    if (error) body.destroy(error);
  });
  return body;
}
