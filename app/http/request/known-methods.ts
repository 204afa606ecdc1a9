import type { RequestHandler } from 'express';
import { createContext } from 'react-router';
import { CROSS_ORIGIN_PATHS } from '#app/http/oauth/cross-origin.ts';

/** True if the request has a method that the framework does not know; endpoints then name theirs in `Allow`. */
export const unknownMethodContext = createContext(false);

const OF_PAGES = ['GET', 'HEAD', 'POST'];
const OF_ENDPOINTS = [...OF_PAGES, 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers 405 for a method that no page has. React Router would fail with 500 on an unknown one before any route runs,
 * and run a page's action for PUT, PATCH and DELETE.
 */
export const knownMethods: RequestHandler = (request, response, next) => {
  const { method, path } = request;
  const isApi = /^\/api\//i.test(path);
  const isEndpoint = isApi || path === '/mcp' || CROSS_ORIGIN_PATHS.includes(path);
  if ((isEndpoint ? OF_ENDPOINTS : OF_PAGES).includes(method)) return next();
  if (!isApi) {
    response.set('Allow', OF_PAGES.join(', ')).status(405).type('text/plain').send('Method not allowed');
    return;
  }
  // The endpoint answers 404 or 405 before it reads anything.
  response.locals.isUnknownMethod = true;
  request.method = 'DELETE';
  next();
};
