export type DecodedText = { text: string } | { problem: 'binary' | 'encoding' };

/** Where a binary file shows itself. */
const LOOKED_AT_BYTES = 8192;

/**
 * The text in a file's bytes: UTF-8, or UTF-16 if it begins with that mark. `binary` has zero bytes where no text has
 * them, whatever its name ends with; `encoding` is another alphabet's, which no one can tell for sure.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.subarray(0, LOOKED_AT_BYTES).includes(0)) return { problem: 'binary' };
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'encoding' };
    throw error;
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
