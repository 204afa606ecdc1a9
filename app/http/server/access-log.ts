import type { RequestHandler } from 'express';
import { countedAddress } from '#app/http/request/client-address.ts';
import { patternOf } from '#app/http/request/route-pattern.ts';
import { loggedPath } from '#app/http/server/logged-path.ts';
import { log } from '#app/observability/log.ts';

const FAULT = 500;

/**
 * Logs finished requests as JSON lines, regardless of `LOG_LEVEL`. `share` is the logged fraction: 1 is every request,
 * 0.01 one in a hundred. Faults are always logged.
 */
export function accessLog(share: number): RequestHandler {
  const lines = log.child({ event: 'access' }, { level: 'info' });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const { statusCode, locals } = response;
      if (statusCode < FAULT && Math.random() >= share) return;
      lines.info({
        requestId: locals.requestId,
        traceId: locals.traceId,
        method: request.method,
        path: loggedPath(request.originalUrl),
        route: patternOf(request.originalUrl, locals.routePattern),
        // The client disconnected before the response: 499, as in proxy logs.
        status: response.writableFinished ? statusCode : 499,
        ms: Math.round(performance.now() - startedAt),
        bytes: Number(response.getHeader('Content-Length') ?? 0) || undefined,
        address: countedAddress(request.ip),
      });
    });
    next();
  };
}
