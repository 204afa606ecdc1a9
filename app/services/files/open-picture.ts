import type { Sharp, SharpOptions } from 'sharp';
import { PIXELS_MAX } from '#app/schemas/limits.ts';

/**
 * A picture to be read, drawn anew or described; decoding happens in sharp's own threads, and fails for one of too many
 * pixels. sharp is loaded with the first picture: many servers never see one.
 */
export async function openPicture(source: Buffer | string, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(source, { limitInputPixels: PIXELS_MAX, ...options });
}
