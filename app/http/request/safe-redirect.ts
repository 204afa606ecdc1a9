const ANYWHERE = 'http://localhost';

/** A path of this origin from what a query or a form asked for; anything else leads home. */
export function safePath(target: unknown, fallback = '/'): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return fallback;
  const url = URL.parse(target, ANYWHERE);
  if (!url || url.origin !== ANYWHERE || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Where someone is sent to sign in, and brought back from. */
export function signInPath({ pathname, search }: URL): string {
  return `/login?redirectTo=${encodeURIComponent(pathname + search)}`;
}

/** Whether the client asks for a page's data alone, to show it without a page load. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}
