import { z } from 'zod';

/** Chosen by the caller; a second call with the same key returns what the first one created. */
export const creationKey = z.string().trim().min(8).max(200).optional();
