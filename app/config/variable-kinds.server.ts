import { z } from 'zod';

const blankToUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
/** A variable that may be unset or blank. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankToUnset, schema.optional());
/** A variable with a default, as text. */
export const withDefault = <T extends z.ZodType>(schema: T, fallback: string) =>
  z.preprocess((value) => blankToUnset(value) ?? fallback, schema).meta({ fallback });
export const wholeNumber = (takes: string, min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, takes)
    .transform(Number);
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });
