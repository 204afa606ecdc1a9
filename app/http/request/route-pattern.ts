import { createContext, type MiddlewareFunction } from 'react-router';

/** Told which of `routes.ts` answers: a name for a kind of request that holds nobody's ids. */
export const routePatternContext = createContext<(pattern: string) => void>(() => {});

export const routePatternMiddleware: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  context.get(routePatternContext)(pattern.startsWith('/') ? pattern : `/${pattern}`);
  return next();
};

/** What is answered before the router, by its path. */
const AHEAD: [RegExp, string][] = [
  [/^\/assets\//, '/assets/*'],
  [/^\/s\//, '/s/*'],
  [/^\/api\/files\/upload\//, '/api/files/upload/:fileId'],
  [/^\/(?:healthz|metrics)$/, 'operation'],
  [/^\/(?:covers|locales)\//, '/public/*'],
];

/** The pattern of an answered request; what no route knows has one name, whatever was asked for. */
export function patternOf(path: string, told: string | undefined): string {
  const pathname = path.replace(/[?#].*$/s, '');
  return told ?? AHEAD.find(([known]) => known.test(pathname))?.[1] ?? 'other';
}
