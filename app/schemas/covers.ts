import { z } from 'zod';
import { fileInUrl } from '#app/schemas/file-url.ts';
import { postedNumber } from '#app/schemas/posted-number.ts';
import { storableText } from '#app/schemas/text.ts';

const isCoverUrl = (url: string) =>
  url.startsWith('/covers/') || fileInUrl(url) !== null || /^https?:$/.test(URL.parse(url)?.protocol ?? '');

const url = storableText()
  .transform((text) => text.trim())
  .refine((text) => text.length <= 2000 && isCoverUrl(text), 'cover.url');

/** A form posts strings, with an empty field for an omitted value. */
export const coverForm = z.object({
  url: url.optional(),
  scrollY: postedNumber(z.number().min(0).max(100_000)).optional(),
  isPreset: z.stringbool().optional(),
});

/** `scrollY` is the vertical offset of the image, in per cent of the part hidden by its frame. */
export const coverChange = z.object({
  url: url.optional(),
  scrollY: z.number().min(0).max(100_000).optional(),
  isPreset: z.boolean().optional(),
});
