import { sanitizeSchema } from '#app/markdown/tree/sanitize-schema.ts';

/** Matches a scheme: the text before a colon, unless a path, query or fragment precedes it. */
const SCHEME = /^[^:/?#]*(?=:)/;
const allowed = {
  href: new Set(sanitizeSchema.protocols?.href),
  src: new Set(sanitizeSchema.protocols?.src),
};

/** Tests whether sanitising keeps this destination of a link or image. */
export function isAllowedUrl(url: string, place: 'href' | 'src'): boolean {
  const scheme = SCHEME.exec(url)?.[0];
  return scheme === undefined || allowed[place].has(scheme);
}
