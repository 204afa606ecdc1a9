import type { MiddlewareFunction } from 'react-router';

/** Pages and data are made for one person: no cache keeps them, and `Vary` says so to those that ask. */
export const noStoreMiddleware: MiddlewareFunction<Response> = async (_args, next) => {
  const response = await next();
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
};
