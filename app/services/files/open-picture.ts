import type { Sharp, SharpOptions } from 'sharp';
import { PIXELS_MAX } from '#app/schemas/limits.ts';

/**
 * Opens an image for decoding in sharp's threads, which fails above the pixel limit. Loads sharp on first use: many
 * servers never need it.
 */
export async function openPicture(source: Buffer | string, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(source, { limitInputPixels: PIXELS_MAX, ...options });
}
