import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import { type Digest, digester, SNIFFED_BYTES, takeDigest } from '#app/services/files/digest-bytes.ts';
import { openPicture } from '#app/services/files/open-picture.ts';

const PICTURE_BYTES_MAX = 64 * 1024 * 1024;

export type Inspected = {
  /** Stamp of the inspected bytes; later uploads differ. */
  stamp: string | null;
  contentHash: string;
  size: number;
  /** True if the bytes match the extension. */
  isAsNamed: boolean;
  width: number | null;
  height: number | null;
};

/** Inspects the uploaded bytes of a key: type, size and SHA-256. */
export async function inspectUpload(key: string, ext: string): Promise<Inspected> {
  const stamp = await storage().stampOf(key);
  const { contentHash, size, head } = takeDigest(key, stamp) ?? (await readDigest(key));
  const isAsNamed = await looksLike(head, ext);
  const isPicture = isAsNamed && fileTypeOf(ext)?.inline === true && size <= PICTURE_BYTES_MAX;
  const picture = isPicture ? await pictureSize(key) : null;
  return {
    stamp,
    contentHash,
    size,
    isAsNamed: isAsNamed && (!isPicture || picture !== null),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
}

async function readDigest(key: string): Promise<Digest> {
  const { take, digest } = digester();
  for await (const piece of (await storage().read(key)) as AsyncIterable<Buffer>) take(piece);
  return digest();
}

/** Tests whether a file that begins with these bytes matches its extension. */
export async function looksLike(head: Buffer, ext: string): Promise<boolean> {
  const expected = fileTypeOf(ext);
  if (!expected) return false;
  const found = await fileTypeFromBuffer(head);
  if (expected.sniffed) return found !== undefined && expected.sniffed.includes(found.mime);
  // Text types have no binary signature and no NUL; XML, SVG and RTF are text with a signature.
  const isMarkup = found === undefined || /xml|rtf|calendar|vcard|json/.test(found.mime);
  return isMarkup && !head.includes(0);
}

/**
 * Returns the type of a file that begins with these bytes if browsers may show it inline: `png`, `webp`…; else null.
 */
export async function inlineTypeOf(head: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(head.subarray(0, SNIFFED_BYTES));
  return found && fileTypeOf(found.ext)?.inline ? found.ext : null;
}

/** Returns `inlineTypeOf` for a file on disk. */
export async function inlineTypeOfFile(path: string): Promise<string | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return await inlineTypeOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Returns null for an image that cannot be decoded. */
async function pictureSize(key: string): Promise<{ width: number; height: number } | null> {
  try {
    const bytes = await buffer(await storage().read(key));
    const { autoOrient } = await (await openPicture(bytes)).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // Cannot be decoded: not an image, despite its first bytes.
    return null;
  }
}

/**
 * Removes private metadata from an image: place, camera, time. An image without any stays byte for byte. Returns true
 * if it was rewritten. Throws `typeNotAllowed` for one whose pixels cannot be decoded.
 */
export async function stripMetadata(key: string, type: string): Promise<boolean> {
  const bytes = await buffer(await storage().read(key));
  const picture = await openPicture(bytes, { animated: true });
  const { exif, xmp, iptc } = await picture.metadata();
  if (!exif && !xmp && !iptc) return false;
  const clean = await picture
    .autoOrient()
    .keepIccProfile()
    .toBuffer()
    .catch((cause) => Promise.reject(new AppError('typeNotAllowed', { cause })));
  await storage().write(key, Readable.from([clean]), { type });
  return true;
}
