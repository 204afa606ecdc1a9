import { z } from 'zod';
import { storableText } from '#app/schemas/text.ts';

/** Accepts any text, as unknown names are error 1006, not 422. */
export const providerChoice = z.object({ provider: storableText().max(100).default('') });
