import { config } from '#app/config.server.ts';

type Asked = { method: string; host: string | undefined; origin: string | undefined; fetchSite: string | undefined };

/**
 * Returns the address by which a request reached this installation, without a slash at its end, for URLs in the
 * response.
 */
export function originOf(request: Request): string {
  return config().appUrl ?? new URL(request.url).origin;
}

/**
 * Returns true if a state-changing request comes from a page of this installation. Browsers send `Origin` with every
 * such request; without it (scripts, old clients) only the csrf pair decides.
 */
export function isSameOrigin({ method, host, origin, fetchSite }: Asked): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return false;
  if (origin === undefined) return true;
  const { appOrigin } = config();
  if (appOrigin) return origin === appOrigin;
  return URL.parse(origin)?.host === host;
}
