import { config } from '#app/config.server.ts';

type Asked = { method: string; host: string | undefined; origin: string | undefined; fetchSite: string | undefined };

/** The origin under which a request reached this installation, for URLs given back to whoever asked. */
export function originOf(request: Request): string {
  return config().appUrl ?? new URL(request.url).origin;
}

/**
 * Whether a state-changing request comes from a page of this installation. Browsers send `Origin` with every such
 * request; without one only the csrf pair decides (scripts, old clients).
 */
export function isSameOrigin({ method, host, origin, fetchSite }: Asked): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return false;
  if (origin === undefined) return true;
  const { appUrl } = config();
  if (appUrl) return origin === appUrl;
  return URL.parse(origin)?.host === host;
}
