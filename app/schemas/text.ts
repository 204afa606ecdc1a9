import { z } from 'zod';

// Messages are keys of `validation` in the locale files, converted by `app/http/errors/problem-texts.ts`. Zod's own
// issues (wrong type, missing field) have no key and get the generic messages of specification §5.

/** Rejects NUL and lone surrogates, which the two databases store differently. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** External text, stored as typed. */
export const storableText = () => z.string().refine(isStorable, 'text.unstorable');

/** Returns the first code points of a text. A cut between UTF-16 units could leave half of a character. */
export const firstCodePoints = (text: string, max: number): string =>
  [...text.slice(0, 2 * max)].slice(0, max).join('');

/** Control and direction characters, which can make a name look different, above all in a terminal. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Removes what a name of a single line must not have. */
export const withoutUnprintable = (text: string): string => text.replace(UNPRINTABLE, '');

/** A character that is drawn: no space, control or format character, and no filler. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Trims a text; one without a visible character becomes empty. */
export const trimmed = (text: string): string => (VISIBLE.test(text) ? text.trim() : '');

/** A single-line name, trimmed. */
export const nameText = () =>
  storableText()
    .default('')
    .transform(trimmed)
    .refine((text) => withoutUnprintable(text) === text, 'text.unprintable');

export const id = () => z.cuid('id.invalid');
