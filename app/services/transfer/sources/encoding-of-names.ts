import { decodeText } from '#app/services/transfer/sources/decode-text.ts';

/** Western letters of the default code page of archives would be other ones in it. */
const LATIN = 'windows-1252';

/**
 * Returns the encoding of an archive's names that carry no mark of one, in one sample; null for the default code page
 * of archives.
 */
export function encodingOfNames(sample: Uint8Array): string | null {
  // In Western names, letters beyond ASCII stand alone.
  if (!sample.some((byte, at) => byte >= 0x80 && (sample[at + 1] ?? 0) >= 0x80)) return null;
  const decoded = decodeText(sample);
  if ('problem' in decoded || decoded.encoding === LATIN) return null;
  return decoded.encoding;
}
