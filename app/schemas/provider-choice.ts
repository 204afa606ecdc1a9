import { z } from 'zod';
import { storableText } from '#app/schemas/text.ts';

/** Names nobody knows are 1006 and no 422, so any text is let through. */
export const providerChoice = z.object({ provider: storableText().max(100).default('') });
