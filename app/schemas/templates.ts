import { z } from 'zod';
import { creationKey } from '#app/schemas/creation-key.ts';
import { formTitle } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';

/** A document's id, or the id of a built-in template. */
const templateId = z.string().regex(/^(?:c[a-z0-9]{23}|arbor-[a-z]{2,20})$/);

export const templateUse = z.object({ templateId, title: formTitle, parentId: id().optional(), key: creationKey });
export const templateScope = z.object({ scope: z.enum(['own', 'everyone']).default('own') });
export const templateQuery = z.object({
  show: templateId.nullable().catch(null).default(null),
  parent: id().nullable().catch(null).default(null),
});
