import { inward } from '#app/address/base-path.ts';

const ANYWHERE = 'http://localhost';

/** Returns a path of this origin from a query or form value; anything else becomes `/`. */
export function safePath(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return '/';
  const url = URL.parse(inward(target), ANYWHERE);
  if (!url || url.origin !== ANYWHERE || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

/** Returns the sign-in path that redirects to this URL afterwards. */
export function signInPath({ pathname, search }: URL): string {
  return `/login?redirectTo=${encodeURIComponent(pathname + search)}`;
}

/** Returns true if the client requests only a page's data, for client navigation. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}
