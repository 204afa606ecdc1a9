import { createContext, type MiddlewareFunction, matchRoutes, type ServerBuild } from 'react-router';

/** Callback for the matching pattern of `routes.ts`, a label without ids. */
export const routePatternContext = createContext<(pattern: string) => void>(() => {});

export const routePatternMiddleware: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  context.get(routePatternContext)(pattern.startsWith('/') ? pattern : `/${pattern}`);
  return next();
};

/** Paths handled before the router. */
const AHEAD: [RegExp, string][] = [
  [/^\/assets\//, '/assets/*'],
  [/^\/s\//, '/s/*'],
  [/^\/api\/files\/upload\//, '/api/files/upload/:fileId'],
  [/^\/pictures\//, '/pictures/:signature'],
  [/^\/(?:healthz|livez|readyz|metrics)$/, 'operation'],
  [/^\/(?:covers|locales)\//, '/public/*'],
];

/** Returns the pattern of a finished request; all unmatched requests share one name. */
export function patternOf(path: string, told: string | undefined): string {
  const pathname = path.replace(/[?#].*$/s, '');
  return told ?? AHEAD.find(([known]) => known.test(pathname))?.[1] ?? 'other';
}

/**
 * Tests whether a path is one of ours: of a route, the catch-all page aside, or of what is handled before the router.
 */
export function isKnownPath(routes: ServerBuild['routes'], path: string): boolean {
  const own = Object.values(routes).flatMap((route) =>
    route?.path && route.path !== '*' ? [{ path: route.path }] : [],
  );
  return patternOf(path, undefined) !== 'other' || matchRoutes(own, path) !== null;
}
