import type { RequestHandler } from 'express';
import { createContext } from 'react-router';
import { AppError } from '#app/errors.ts';
import { sendProblem } from '#app/http/errors/send-problem.ts';
import { CROSS_ORIGIN_PATHS } from '#app/http/oauth/cross-origin.ts';

/** True if the request has a method that the framework does not know; endpoints then name theirs in `Allow`. */
export const unknownMethodContext = createContext(false);

const OF_PAGES = ['GET', 'HEAD', 'POST'];
const OF_ENDPOINTS = [...OF_PAGES, 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers 405 for a method that no page has. React Router would fail with 500 on an unknown one before any route runs,
 * and run a page's action for PUT, PATCH and DELETE. An unknown path has its page for every method: 404 comes first.
 */
export const knownMethods =
  (isKnownPath: (path: string) => Promise<boolean>): RequestHandler =>
  async (request, response, next) => {
    const { method, path } = request;
    const isApi = /^\/api\//i.test(path) || path === '/mcp';
    const isEndpoint = isApi || CROSS_ORIGIN_PATHS.includes(path);
    if ((isEndpoint ? OF_ENDPOINTS : OF_PAGES).includes(method)) return next();
    if (isApi) {
      // The endpoint answers 404 or 405 before it reads anything.
      response.locals.isUnknownMethod = true;
      request.method = 'DELETE';
    } else if (await isKnownPath(path)) {
      response.set('Allow', OF_PAGES.join(', '));
      return sendProblem(request, response, new AppError('methodNotAllowed'));
    } else request.method = 'GET';
    next();
  };
