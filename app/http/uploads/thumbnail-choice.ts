import type { ThumbnailQuery } from '#app/schemas/files.ts';
import type { ThumbnailChoice } from '#app/services/files/open-thumbnail.ts';

/**
 * Returns the thumbnail requested by `?w=` and `Accept`; null for the whole file and for unsupported widths, which
 * would waste work and space.
 */
export function thumbnailChoice(
  { w, v: version }: ThumbnailQuery,
  accept: string | null | undefined,
): ThumbnailChoice | null {
  if (!w) return null;
  const format = /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept ?? '') ? 'avif' : 'webp';
  return { width: Number(w), format, version };
}
