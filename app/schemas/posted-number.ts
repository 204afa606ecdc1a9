import { z } from 'zod';

/** A number as HTML writes it: `Number()` would also take blanks as 0 and `0x10` as 16. */
const NUMBER = /^-?(?:\d+|\d*\.\d+)(?:e[-+]?\d+)?$/i;

const numberIn = (text: string): number => (NUMBER.test(text.trim()) ? Number(text) : Number.NaN);

/** A number posted by a form, as text. Conform drops an empty field; one of blanks is no number. */
export const postedNumber = <Schema extends z.ZodType<unknown, number>>(number: Schema, error?: string) =>
  z.string(error).transform(numberIn).pipe(number);
