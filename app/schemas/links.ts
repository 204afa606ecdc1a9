import { z } from 'zod';

const UNCHECKED = ['', '0', 'false', 'off', 'no'];

/** A ticked box posts its value, an empty one nothing at all. */
const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined && !UNCHECKED.includes(value.toLowerCase()));

export const linkForm = z.object({ withChildren: checkbox, expiresAt: z.iso.date().optional() });

export type LinkSettings = z.output<typeof linkForm>;
