import { z } from 'zod';

const UNCHECKED = ['', '0', 'false', 'off', 'no'];

/** A checked checkbox posts its value, an unchecked one nothing. */
const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined && !UNCHECKED.includes(value.toLowerCase()));

/** Last day of a link, inclusive, in UTC. Today is the earliest allowed. */
const lastDay = z.iso.date().refine((day) => day >= new Date().toISOString().slice(0, 10), 'link.past');

export const linkForm = z.object({ withChildren: checkbox, expiresAt: lastDay.optional() });

export type LinkSettings = z.output<typeof linkForm>;
