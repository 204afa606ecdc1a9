import { sanitizeSchema } from '#app/markdown/tree/sanitize-schema.ts';

/** A scheme is what stands before a colon, unless a path, a query or a fragment has begun. */
const SCHEME = /^[^:/?#]*(?=:)/;
const allowed = {
  href: new Set(sanitizeSchema.protocols?.href),
  src: new Set(sanitizeSchema.protocols?.src),
};

/** Whether sanitising would leave this destination of a link or a picture. */
export function isAllowedUrl(url: string, place: 'href' | 'src'): boolean {
  const scheme = SCHEME.exec(url)?.[0];
  return scheme === undefined || allowed[place].has(scheme);
}
