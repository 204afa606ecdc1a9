import type { ThumbnailChoice } from '#app/services/files/open-thumbnail.ts';

/** Supported widths in pixels. The first is the avatar size. */
const WIDTHS = [96, 320, 640, 1280];

/**
 * Returns the thumbnail requested by `?w=` and `Accept`; null for the whole file and for unsupported widths, which
 * would waste work and space.
 */
export function thumbnailChoice(query: URLSearchParams, accept: string | null | undefined): ThumbnailChoice | null {
  const width = WIDTHS.find((known) => String(known) === query.get('w'));
  if (!width) return null;
  const format = /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept ?? '') ? 'avif' : 'webp';
  return { width, format, version: query.get('v') ?? '' };
}
