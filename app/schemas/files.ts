import { z } from 'zod';
import { id, isStorable, storableText, trimmed, withoutUnprintable } from '#app/schemas/text.ts';

const FILE_NAME_MAX_BYTES = 255;
const byteLength = (text: string) => new TextEncoder().encode(text).length;

const isFileName = (name: string) =>
  isStorable(name) && byteLength(name) <= FILE_NAME_MAX_BYTES && !/[/\\]|\p{Cc}/u.test(name) && !/^\.{1,2}$/.test(name);

/** A name for display and download, never used as a storage path. Uploads drop its direction characters. */
const uploadedName = z
  .string()
  .transform(trimmed)
  .refine((name) => name !== '', { error: 'required', abort: true })
  .refine(isFileName, { error: 'file.name', abort: true })
  .meta({ minLength: 1 });

export const fileName = uploadedName.refine((name) => withoutUnprintable(name) === name, 'text.unprintable');

export const uploadRequest = z.object({
  fileName: uploadedName,
  ext: z.string().trim().min(1, 'required').max(20),
  docId: z.string().nullish(),
  size: z.number().int().min(0).nullish(),
});
/** Supported widths of thumbnails in pixels. The first is the avatar size. */
export const THUMBNAIL_WIDTHS = ['96', '320', '640', '1280'] as const;
/** Width and version of a thumbnail; any other width means the whole file. */
export const thumbnailQuery = z.object({
  w: z.enum(THUMBNAIL_WIDTHS).optional().catch(undefined),
  v: z.string().default(''),
});
export type ThumbnailQuery = z.output<typeof thumbnailQuery>;
export const fileChoice = z.object({ fileId: id() });
export const renamedFile = z.object({ renamed: id(), fileName: z.string().default('').pipe(fileName) });
export const removedFile = z.object({ removed: id() });
export const uploadConfirmation = z.object({
  fileKey: storableText().max(200),
  fileId: z.string(),
  downloadUrl: storableText().max(2000),
});
/** Address of another host's image, as written in a text. */
export const foreignPicture = z.object({ url: z.string().min(1, 'required').max(4000) });

export const imageFromUrl = z.object({
  imageUrl: z.string().trim().min(1, 'required').max(2000),
  docId: z.string().nullish(),
});
