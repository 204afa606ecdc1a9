export type DecodedText = { text: string } | { problem: 'binary' | 'encoding' };

/** Bytes examined to detect a binary file. */
const LOOKED_AT_BYTES = 8192;

/**
 * Decodes a file's text: UTF-8, or UTF-16 with a byte order mark. `binary` contains zero bytes no text has, whatever
 * its extension; `encoding` is another encoding, which cannot be detected reliably.
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
