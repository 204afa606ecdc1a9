/**
 * Path below which browsers reach this installation, such as `/notes`; empty at the root of its host. Server code uses
 * paths without it: it is removed from incoming requests, and `outward` adds it to output. Both are idempotent, as no
 * path of ours begins with it (`config/app-address.server.ts`).
 */
let base = typeof window === 'undefined' ? '' : withoutSlash(window.__reactRouterContext?.basename ?? '');

export const basePath = (): string => base;

/** Sets the path of this process, once at its start. The browser learns it from the page. */
export function setBasePath(path: string): void {
  base = withoutSlash(path);
}

/** Converts a path of ours to the one for browsers. Other addresses stay. */
export function outward(address: string): string {
  return base === '' || !/^\/(?!\/)/.test(address) || isBelow(address) ? address : base + address;
}

/** Converts a path from a browser to ours. Paths that a proxy has stripped stay. */
export function inward(path: string): string {
  if (base === '' || !isBelow(path)) return path;
  const rest = path.slice(base.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const isBelow = (path: string) => path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length));

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

declare global {
  interface Window {
    /** Set by React Router's inline script before modules run; absent on public pages. */
    __reactRouterContext?: { basename?: string };
  }
}
