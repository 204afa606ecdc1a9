import type { ThumbnailChoice } from '#app/services/files/open-thumbnail.ts';

/** The first is a face beside a name. */
const WIDTHS = [96, 320, 640, 1280];

/**
 * The smaller picture that `?w=` and `Accept` ask for; null for a whole file, and for a width that is not made: each
 * other one would be work and space for nothing.
 */
export function thumbnailChoice(query: URLSearchParams, accept: string | null | undefined): ThumbnailChoice | null {
  const width = WIDTHS.find((known) => String(known) === query.get('w'));
  if (!width) return null;
  const format = /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept ?? '') ? 'avif' : 'webp';
  return { width, format, version: query.get('v') ?? '' };
}
