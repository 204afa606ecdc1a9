import { z } from 'zod';

const UNCHECKED = ['', '0', 'false', 'off', 'no'];

/** A ticked checkbox posts its value, an unticked one nothing. */
const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined && !UNCHECKED.includes(value.toLowerCase()));

export const linkForm = z.object({ withChildren: checkbox, expiresAt: z.iso.date().optional() });

export type LinkSettings = z.output<typeof linkForm>;
