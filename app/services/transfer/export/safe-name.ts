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

function cut(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  let [kept, size] = ['', 0];
  for (const { segment } of characters.segment(name)) {
    size += Buffer.byteLength(segment);
    if (size > bytes) break;
    kept += segment;
  }
  return kept;
}
