import { z } from 'zod';
import { pageQuery, paging } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';

const asked = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1')
  .meta({ type: 'boolean', fallback: false });

export const notificationQuery = paging.extend({ unread: asked });
export const inboxQuery = pageQuery.extend({ filter: z.enum(['unread', 'all']).catch('unread') });
export const readForm = z.object({ id: id() });
const IDS_MAX = 1000;
export const readList = z
  .object({ ids: z.array(id()).max(IDS_MAX).optional(), all: z.boolean().optional() })
  .refine(({ ids, all }) => ids !== undefined || all === true, { path: ['ids'], message: 'required' });
