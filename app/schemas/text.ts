import { z } from 'zod';

// Messages are keys of `validation` in the locale files: `http/validation-texts.ts` turns them into sentences. Zod's own
// issues (a wrong type, a missing field) carry no key and get the generic sentences of specification §5.

/** NUL and lone surrogates cannot be stored alike by both databases, so they are refused before either sees them. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Text from outside, kept as it was typed. */
export const storableText = () => z.string().refine(isStorable, 'text.unstorable');

/** Controls and marks of direction: a name with them shows as something else than it is, at a terminal above all. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** One line of text that names someone or something, trimmed. */
export const nameText = () =>
  storableText()
    .default('')
    .transform((text) => text.trim())
    .refine((text) => !UNPRINTABLE.test(text), 'text.unprintable');

/** Browsers post CRLF; everything is kept with LF. */
export const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n');

export const id = () => z.cuid('id.invalid');
