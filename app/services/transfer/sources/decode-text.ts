import { Buffer } from 'node:buffer';
import { analyse } from 'chardet';

/** `encoding` is the detected encoding; null for UTF-8 and UTF-16, which are certain. */
export type DecodedText = { text: string; encoding: string | null } | { problem: 'binary' | 'encoding' };

/** Number of bytes examined to detect a binary file. */
const LOOKED_AT_BYTES = 8192;
/** Number of bytes examined to detect an encoding. */
const ANALYSED_BYTES = 64 * 1024;
/** Fallback for texts in no other encoding: Western European, in which all bytes are valid. */
const LATIN = 'windows-1252';
const RECOGNISED = ['GB18030', 'Big5', 'Shift_JIS', 'EUC-JP', 'EUC-KR', 'windows-1251', 'KOI8-R', LATIN];
const WESTERN = /^(?:ISO-8859-(?:1|2|9|15)|windows-125[0245])$/;
const PLAUSIBLE = 10;
const CERTAIN = 50;

/**
 * Decodes a file's text: UTF-8, UTF-16 with a byte order mark, or a detected encoding. Returns `binary` for bytes that
 * no text contains, regardless of extension; `encoding` for bytes invalid in the encoding of the byte order mark.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.subarray(0, LOOKED_AT_BYTES).includes(0)) return { problem: 'binary' };
  const text = decode(encoding, bytes);
  if (text !== null) return { text, encoding: null };
  return encoding === 'utf-8' ? recognise(bytes) : { problem: 'encoding' };
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function recognise(bytes: Uint8Array): DecodedText {
  // Images and programs contain control characters that occur in no text encoding.
  if (bytes.subarray(0, LOOKED_AT_BYTES).some((byte) => byte < 9 || (byte > 13 && byte < 27))) {
    return { problem: 'binary' };
  }
  for (const name of candidatesFor(bytes.subarray(0, ANALYSED_BYTES))) {
    const text = decode(name, bytes);
    if (text !== null) return { text, encoding: name };
  }
  return { problem: 'encoding' };
}

/** Lists encodings by likelihood: by frequencies in a long text, by byte patterns in a short one. */
function candidatesFor(sample: Uint8Array): string[] {
  const found = analyse(Buffer.from(sample)).filter(({ confidence }) => confidence >= PLAUSIBLE);
  const named = found
    .map(({ name }) => (WESTERN.test(name) ? LATIN : name))
    .filter((name) => RECOGNISED.includes(name));
  const isCertain = (found[0]?.confidence ?? 0) >= CERTAIN && RECOGNISED.includes(found[0]!.name);
  const seen = isCertain ? [] : isWestern(sample) ? [LATIN] : isSimplifiedChinese(sample) ? ['GB18030'] : [];
  return [...new Set([...seen, ...named, LATIN])];
}

/** Tests whether every non-ASCII byte stands alone and is a letter or typographic character of windows-1252. */
function isWestern(bytes: Uint8Array): boolean {
  return !bytes.some((byte, at) => {
    const isLetterOrTypographic = byte < 0x80 || byte >= 0xa0 || byte === 0x85 || (byte >= 0x91 && byte <= 0x97);
    return !isLetterOrTypographic || (byte >= 0x80 && (bytes[at + 1] ?? 0) >= 0x80);
  });
}

/** Tests whether all non-ASCII bytes are pairs of GB 2312: punctuation or one of the 3,755 frequent characters. */
function isSimplifiedChinese(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const isFrequent = (lead >= 0xa1 && lead <= 0xa9) || (lead >= 0xb0 && lead <= 0xd7);
    const trail = bytes[at + 1];
    if (!isFrequent || (trail !== undefined && trail < 0xa1)) return false;
    at += 1;
  }
  return true;
}
