/** Bytes of a title in a file's name, by how deep it lies: a path stays below what file systems take. */
const BYTES_BY_DEPTH = [80, 80, 60, 40, 40, 24, 24, 24];

/** Reserved by some file system, control signs, and those that turn the direction of what follows. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * A title as part of a file's name that Windows, macOS and Linux take: no signs they reserve, no dot or space at its
 * ends, cut at whole characters. Empty where nothing is left, and below the eighth level. The caller puts a number
 * before it, which also takes names such as `CON` and `index` out of the way.
 */
export function safeName(title: string, depth: number): string {
  const name = title.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ');
  return trimmed(cut(trimmed(name), BYTES_BY_DEPTH[depth] ?? 0));
}

/** An ending of our own would make a folder of documents look like one of attachments. */
const trimmed = (name: string) => name.replace(/^[\s.]+|[\s.]+$/g, '').replace(/\.files$/i, ' files');

function cut(name: string, bytes: number): string {
  let [kept, size] = ['', 0];
  for (const { segment } of new Intl.Segmenter('en').segment(name)) {
    size += Buffer.byteLength(segment);
    if (size > bytes) break;
    kept += segment;
  }
  return kept;
}
