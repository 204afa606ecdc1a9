import { z } from 'zod';
import { storableText } from '#app/schemas/text.ts';

const FILE_URL = /^\/api\/files\/(c[a-z0-9]{23})$/;

/** The file a cover shows, when it is one of ours. */
export const coverFileId = (url: string): string | null => FILE_URL.exec(url)?.[1] ?? null;

const isCoverUrl = (url: string) =>
  url.startsWith('/covers/') || coverFileId(url) !== null || /^https?:$/.test(URL.parse(url)?.protocol ?? '');

const url = storableText()
  .transform((text) => text.trim())
  .refine((text) => text.length <= 2000 && isCoverUrl(text), 'cover.url');

/** A form posts texts, and an empty field for what is not meant. */
export const coverForm = z.object({
  url: url.optional(),
  scrollY: z.coerce.number().min(0).max(100_000).optional(),
  isPreset: z.stringbool().optional(),
});

/** `scrollY`: how far the picture is moved up, in per cent of what its frame does not show. */
export const coverChange = z.object({
  url: url.optional(),
  scrollY: z.number().min(0).max(100_000).optional(),
  isPreset: z.boolean().optional(),
});
