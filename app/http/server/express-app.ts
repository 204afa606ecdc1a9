import { createRequestHandler } from '@react-router/express';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import sirv from 'sirv';
import { inward } from '#app/address/base-path.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { answerDatabaseFaults } from '#app/http/errors/database-faults.ts';
import { sendProblem } from '#app/http/errors/send-problem.ts';
import { allowCrossOrigin, CROSS_ORIGIN_PATHS } from '#app/http/oauth/cross-origin.ts';
import { clientAddressContext, countedAddress } from '#app/http/request/client-address.ts';
import { knownMethods, unknownMethodContext } from '#app/http/request/known-methods.ts';
import { readablePath } from '#app/http/request/readable-path.ts';
import { nonceContext, requestIdContext } from '#app/http/request/request-id.ts';
import { isSameOrigin } from '#app/http/request/request-origin.ts';
import { isKnownPath, patternOf, routePatternContext } from '#app/http/request/route-pattern.ts';
import { cachingContext } from '#app/http/response-cache/caching.ts';
import { bodyDeadline } from '#app/http/server/body-deadline.ts';
import { brandingAssets } from '#app/http/server/branding-assets.ts';
import { dropUnread } from '#app/http/server/drop-unread.ts';
import { answerProbes, endConnections, type Health } from '#app/http/server/health.ts';
import { loggedPath } from '#app/http/server/logged-path.ts';
import { overallLimit } from '#app/http/server/overall-limit.ts';
import { nonce, securityHeaders } from '#app/http/server/security-headers.ts';
import { sameOriginContext } from '#app/http/session/csrf.ts';
import { foundVisitorContext } from '#app/http/session/session.ts';
import { foreignPictures } from '#app/http/uploads/foreign-pictures.ts';
import { uploadHandler } from '#app/http/uploads/upload-handler.ts';
import { log } from '#app/observability/log.ts';
import { noteWork } from '#app/observability/running-work.ts';
import { withClientAddress } from '#app/services/audit/origin.ts';
import { BRANDING_PATH } from '#app/services/branding/branding.ts';
import { FOREIGN_PICTURES } from '#app/services/files/foreign-picture-address.ts';

const YEAR_SECONDS = 31_536_000;

type Options = {
  /** Serves signed-in pages and API calls from memory, before the framework, while the data they show is unchanged. */
  keepAnswers: (framework: RequestHandler) => RequestHandler;
  /** React Router's server build; rebuilt on each change in development. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Serves static files: the build's folder, or Vite in development. */
  files: RequestHandler;
  /** Handles `/s/*` before sessions, languages and the framework. */
  publicPages: RequestHandler;
  health: Health;
  /** Middleware that observes every request from its start: metrics, traces. */
  observers: RequestHandler[];
  /** Handles `/metrics`; null if metrics are off. */
  metrics: RequestHandler | null;
};

/** Builds the Express app: everything between the socket and the routes. */
export function createExpressApp(options: Options): Express {
  const { build, files, publicPages, keepAnswers, health, observers, metrics } = options;
  const app = express();
  app.disable('x-powered-by');
  // Trust only forwarded addresses written by known proxies; clients can forge the header.
  app.set('trust proxy', config().trustProxy);
  app.use(nameHost, endConnections(health.isStopping), bodyDeadline(), requestId, ...observers);
  app.use('/s', overallLimit, dropUnread, publicPages);
  app.use(nonce, securityHeaders(), compression(), dropUnread);
  app.all(`${BRANDING_PATH}/:name`, brandingAssets);
  answerProbes(app, health);
  if (metrics) app.get('/metrics', metrics);
  app.use(CROSS_ORIGIN_PATHS, allowCrossOrigin);
  app.all(`${FOREIGN_PICTURES}/:signature`, foreignPictures);
  app.use(files, overallLimit, checkOrigin);
  app.all('/api/files/upload/:fileId', uploadHandler);
  app.use(
    readablePath,
    knownMethods(async (path) => isKnownPath((typeof build === 'function' ? await build() : build).routes, path)),
  );
  const guardedBuild =
    typeof build === 'function' ? async () => answerDatabaseFaults(await build()) : answerDatabaseFaults(build);
  app.use(keepAnswers(createRequestHandler({ build: guardedBuild, getLoadContext, mode: import.meta.env.MODE })));
  app.use(lastResort);
  return app;
}

/** Serves hashed assets with a one-year cache and their precompressed variants; other public files are revalidated. */
export function builtFiles(folder: string): RequestHandler {
  const sendFile = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      const isHashed = path.startsWith('/assets/');
      response.setHeader(
        'Cache-Control',
        isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=0',
      );
    },
  });
  // sirv would send a file whatever the method; others end in the page of an unknown path.
  return (request, response, next) =>
    ['GET', 'HEAD'].includes(request.method) ? sendFile(request, response, next) : next();
}

/** Serves the list of the build's files with the addresses of this build instead of the one on disk. */
export function withManifest({ assets }: ServerBuild, files: RequestHandler): RequestHandler {
  const script = `window.__reactRouterManifest=${JSON.stringify(assets)};`;
  return (request, response, next) => {
    if (request.path !== inward(assets.url)) return files(request, response, next);
    response.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`).type('js').send(script);
  };
}

/** HTTP/1.0 does not require `Host`, but building a URL does. */
const nameHost: RequestHandler = (request, _response, next) => {
  request.headers.host ||= 'localhost';
  next();
};

const requestId: RequestHandler = (request, response, next) => {
  const id = crypto.randomUUID();
  const startedAt = performance.now();
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
  const name = () => `${request.method} ${patternOf(request.originalUrl, response.locals.routePattern)}`;
  const endWork = noteWork({ kind: 'request', name });
  response.on('close', () => {
    endWork();
    const ms = Math.round(performance.now() - startedAt);
    const { method, originalUrl } = request;
    log.debug({ requestId: id, method, path: loggedPath(originalUrl), status: response.statusCode, ms }, 'request');
  });
  withClientAddress(countedAddress(request.ip), next);
};

/** Removes the header, so that React Router's check always passes. It is fixed at build time; ours replaces it. */
const checkOrigin: RequestHandler = (request, response, next) => {
  const { host, origin, 'sec-fetch-site': fetchSite } = request.headers;
  response.locals.isSameOrigin = isSameOrigin({ method: request.method, host, origin, fetchSite: fetchSite as string });
  delete request.headers.origin;
  next();
};

function getLoadContext(request: express.Request, response: express.Response): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(nonceContext, response.locals.nonce);
  context.set(requestIdContext, response.locals.requestId);
  context.set(clientAddressContext, countedAddress(request.ip));
  context.set(routePatternContext, (pattern) => {
    response.locals.routePattern = pattern;
  });
  context.set(unknownMethodContext, response.locals.isUnknownMethod ?? false);
  context.set(sameOriginContext, response.locals.isSameOrigin);
  context.set(cachingContext, response.locals.caching ?? null);
  context.set(foundVisitorContext, response.locals.visitor ?? null);
  return context;
}

/** Handles errors outside the routes, such as a malformed URL. Never sends a stack trace. */
const lastResort: express.ErrorRequestHandler = (error, request, response, _next) => {
  const isMalformed = error instanceof URIError || (error as { code?: string }).code === 'ERR_INVALID_URL';
  if (!isMalformed) log.error({ error, requestId: response.locals.requestId, event: 'fault' }, 'a request failed');
  if (response.headersSent) return response.destroy();
  sendProblem(request, response, new AppError(isMalformed ? 'badRequest' : 'internal'));
};
