import { z } from 'zod';

// Shapes that several answers of the API share.

export const id = z.cuid();
export const instant = z.iso.datetime({ precision: 3 });
export const count = z.int().min(0);
export const maybe = z.string().nullable();
/** A deleted account has neither name nor address. */
export const person = z.object({ displayName: maybe, email: maybe }).meta({ id: 'Person' });

export const nothing = z.object({});

/** A page of a list. */
export const paged = (item: z.ZodType) =>
  z.object({ items: z.array(item), total: count, page: z.int().min(1), limit: z.int().min(1) });
