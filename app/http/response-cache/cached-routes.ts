import type { Request } from 'express';

const ID = '(c[a-z0-9]{23})';

/** Routes whose responses are cached, by pattern. The group of the path is the document they read, if any. */
const ROUTES: { pattern: string; path: RegExp; isPage: boolean }[] = [
  { pattern: '/doc/:docId', path: new RegExp(`^/doc/${ID}$`), isPage: true },
  { pattern: '/api/documents/:id', path: new RegExp(`^/api/documents/${ID}$`), isPage: false },
  { pattern: '/api/documents/tree', path: /^\/api\/documents\/tree$/, isPage: false },
  { pattern: '/api/documents', path: /^\/api\/documents$/, isPage: false },
];

export type CachedRoute = { pattern: string; isPage: boolean; docId: string | null };

/** Returns the route of a request whose response may be cached; null for others. */
export function cachedRouteOf({ method, path }: Pick<Request, 'method' | 'path'>): CachedRoute | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  for (const { pattern, path: matching, isPage } of ROUTES) {
    const match = matching.exec(path);
    if (match) return { pattern, isPage, docId: match[1] ?? null };
  }
  return null;
}
