import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { storage } from '#app/adapters/storage.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import { type Digest, digester, SNIFFED_BYTES, takeDigest } from '#app/services/files/digest-bytes.ts';
import { openPicture } from '#app/services/files/open-picture.ts';

const PICTURE_BYTES_MAX = 64 * 1024 * 1024;

export type Inspected = {
  /** Of what was looked at: bytes put there later are others. */
  stamp: string | null;
  contentHash: string;
  size: number;
  /** Whether the bytes are what the ending says. */
  isAsNamed: boolean;
  width: number | null;
  height: number | null;
};

/** Looks at the bytes that wait at a key: what they are, how large, and their SHA-256. */
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

/** Whether a file that begins with these bytes is what its ending says. */
export async function looksLike(head: Buffer, ext: string): Promise<boolean> {
  const expected = fileTypeOf(ext);
  if (!expected) return false;
  const found = await fileTypeFromBuffer(head);
  if (expected.sniffed) return found !== undefined && expected.sniffed.includes(found.mime);
  // What is called text has no binary signature and no NUL; XML, SVG and RTF are text with one.
  const isMarkup = found === undefined || /xml|rtf|calendar|vcard|json/.test(found.mime);
  return isMarkup && !head.includes(0);
}

/** What a file that begins with these bytes is, where browsers may show that by themselves: `png`, `webp`…; else null. */
export async function inlineTypeOf(head: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(head.subarray(0, SNIFFED_BYTES));
  return found && fileTypeOf(found.ext)?.inline ? found.ext : null;
}

/** Null for what says it is a picture and cannot be read as one. */
async function pictureSize(key: string): Promise<{ width: number; height: number } | null> {
  try {
    const bytes = await buffer(await storage().read(key));
    const { autoOrient } = await (await openPicture(bytes)).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // Not to be decoded: it is not what its name says, whatever its first bytes are.
    return null;
  }
}

/**
 * Takes out of a picture what tells about its maker: place, camera, time. One that carries nothing of this stays byte
 * for byte. Returns whether it was written anew.
 */
export async function stripMetadata(key: string, type: string): Promise<boolean> {
  const bytes = await buffer(await storage().read(key));
  const picture = await openPicture(bytes, { animated: true });
  const { exif, xmp, iptc } = await picture.metadata();
  if (!exif && !xmp && !iptc) return false;
  const clean = await picture.autoOrient().keepIccProfile().toBuffer();
  await storage().write(key, Readable.from([clean]), { type });
  return true;
}
