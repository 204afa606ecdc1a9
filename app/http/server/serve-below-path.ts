import type { IncomingMessage, RequestListener } from 'node:http';
import onHeaders from 'on-headers';
import type { ServerBuild } from 'react-router';
import { basePath, inward, outward } from '#app/address/base-path.ts';

/** Clients put this segment before the path of an address to find its metadata (RFC 8414 §3.1, RFC 9728 §3.1). */
const METADATA = /^(\/\.well-known\/[\w-]+)(\/.*)$/;

/**
 * Serves an app below the path of APP_URL: removes the path from each request, which a proxy may have done already, and
 * adds it to redirects. Pages get theirs in `app/address/`, cookies in `cookies.ts`.
 */
export function serveBelowPath(app: RequestListener): RequestListener {
  return (request, response) => {
    const [path, query] = (request.url ?? '').split('?', 2);
    if (path === basePath()) {
      // Browsers resolve relative addresses against the last slash.
      response.writeHead(308, { Location: `${path}/${query === undefined ? '' : `?${query}`}` }).end();
      return;
    }
    stripBasePath(request);
    onHeaders(response, () => {
      const to = response.getHeader('Location');
      if (typeof to === 'string') response.setHeader('Location', outward(to));
    });
    app(request, response);
  };
}

/** Removes the path from the address of a request. */
export function stripBasePath(request: IncomingMessage): void {
  const asked = request.url ?? '/';
  const [, kind, rest] = METADATA.exec(asked) ?? [];
  request.url = kind && rest && inward(rest) !== rest ? (kind + inward(rest)).replace(/\/$/, '') : inward(asked);
}

/** Returns the build with the addresses of its files below the path. */
export function buildBelowPath(build: ServerBuild): ServerBuild {
  const place = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith('/assets/') ? outward(value) : value;
    if (Array.isArray(value)) return value.map(place);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, place(each)]));
  };
  return { ...build, assets: place(build.assets) as ServerBuild['assets'] };
}
