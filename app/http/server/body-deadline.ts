import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { config } from '#app/config.server.ts';

const BODY_MS = 60_000;
/** Minimum upload rate in bytes per second. Slower clients may hold the connection on purpose. */
const SLOWEST_UPLOAD = 32 * 1024;

/**
 * Aborts a request whose body takes too long: one minute, like Node's own limit, plus for uploads the time a slow
 * connection needs for the declared length. Responds with 408 if no response has begun.
 */
export function bodyDeadline(bodyMs = BODY_MS): RequestHandler {
  return (request, response, next) => {
    if (hasBody(request)) {
      const timer = setTimeout(() => {
        if (response.headersSent) return request.socket.destroy();
        request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => request.socket.destroy());
      }, bodyMs + uploadMs(request));
      timer.unref();
      const stop = () => clearTimeout(timer);
      request.once('end', stop).once('close', stop);
    }
    next();
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function uploadMs({ method, url = '', headers }: IncomingMessage): number {
  const isSigned = method === 'PUT' && url.startsWith('/api/files/upload/');
  const isForm = method === 'POST' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  if (!isSigned && !isForm) return 0;
  const most = config().maxUploadBytes;
  const bytes = Math.min(Number(headers['content-length'] ?? most) || most, most);
  return (1000 * bytes) / SLOWEST_UPLOAD;
}
