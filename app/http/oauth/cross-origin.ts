import type { RequestHandler } from 'express';

/** Paths that clients in a browser call from pages of their own. */
export const CROSS_ORIGIN_PATHS = ['/oauth/register', '/oauth/token', '/oauth/revoke', '/.well-known'];

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Accept, Authorization, Content-Type, MCP-Protocol-Version',
  'Access-Control-Max-Age': '86400',
};

/**
 * Lets pages of other origins read the answers, without cookies: these paths identify no user
 * (docs/decisions/2026-11-23-oauth-for-browsers.md).
 */
export const allowCrossOrigin: RequestHandler = (request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Retry-After',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.method === 'OPTIONS') response.set(PREFLIGHT).status(204).end();
  else next();
};
