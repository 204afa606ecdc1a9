import { z } from 'zod';

const UNCHECKED = ['', '0', 'false', 'off', 'no'];

/** A ticked checkbox posts its value, an unticked one nothing. */
const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined && !UNCHECKED.includes(value.toLowerCase()));

/** The link is good through the end of its last day in UTC, so today is the first day it may end. */
const lastDay = z.iso.date().refine((day) => day >= new Date().toISOString().slice(0, 10), 'link.past');

export const linkForm = z.object({ withChildren: checkbox, expiresAt: lastDay.optional() });

export type LinkSettings = z.output<typeof linkForm>;
