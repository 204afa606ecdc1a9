/** Maximum bytes of a title in a file's name by depth, to stay within path limits of file systems. */
const BYTES_BY_DEPTH = [80, 80, 60, 40, 40, 24, 24, 24];

/** Characters reserved by some file system, control characters, and direction characters. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * Converts a title to a part of a file name valid on Windows, macOS and Linux: no reserved characters, no dot or space
 * at its ends, cut at whole characters. Empty if nothing remains, and below the eighth level. The caller adds a number
 * as prefix, which also avoids names such as `CON` and `index`.
 */
export function safeName(title: string, depth: number): string {
  const name = title.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ');
  return trimmed(cut(trimmed(name), BYTES_BY_DEPTH[depth] ?? 0));
}

/**
 * Trims blanks and dots. Replaces the extension `.files`, which would make a folder of documents look like one of
 * attachments.
 */
const trimmed = (name: string) => name.replace(/^[\s.]+|[\s.]+$/g, '').replace(/\.files$/i, ' files');

const characters = new Intl.Segmenter('en');
const encoder = new TextEncoder();

function cut(name: string, bytes: number): string {
  const { read } = encoder.encodeInto(name, new Uint8Array(bytes));
  // Only the next code point decides whether a character ends here.
  return name.slice(0, characters.segment(name.slice(0, read + 2)).containing(read)?.index ?? read);
}
