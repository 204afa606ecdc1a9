import { z } from 'zod';

/** The order before a sort, from its Undo: a digest and two letters for each document. */
export const restoredOrder = z.object({ former: z.string().regex(/^[0-9a-z]{16,816}$/) });
