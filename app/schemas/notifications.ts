import { z } from 'zod';
import { paging } from '#app/schemas/documents.ts';
import { isTimeZone, MAIL_TIMINGS } from '#app/schemas/mail-choices.ts';
import { id } from '#app/schemas/text.ts';

const timing = z.enum(MAIL_TIMINGS).optional();
/** Omitted kinds keep their timing. */
export const mailChoiceForm = z.object({
  mention: timing,
  reply: timing,
  comment: timing,
  share: timing,
  'access-request': timing,
  change: timing,
  timeZone: z
    .string()
    .trim()
    .max(64, { error: 'timeZone.unknown', abort: true })
    .refine(isTimeZone, 'timeZone.unknown')
    .optional(),
});
export type MailChoiceInput = z.output<typeof mailChoiceForm>;

const asked = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1')
  .meta({ type: 'boolean', fallback: false });

export const notificationQuery = paging.extend({ unread: asked });
export const inboxQuery = paging.extend({
  filter: z.enum(['unread', 'all']).catch('unread'),
  /** The notification to follow instead of the list. */
  follow: id().optional().catch(undefined),
});
export const watchChoice = z.object({ watch: z.enum(['off', 'document', 'branch']) });
export const unwatchForm = z.object({ docId: id() });
/** Fields of undo after a change of watching: `watch` is the previous choice. */
export const rewatchForm = unwatchForm.extend({ watch: z.enum(['none', 'document', 'branch']) });
export const readForm = z.object({ id: id() });
const IDS_MAX = 1000;
export const readList = z
  .object({ ids: z.array(id()).max(IDS_MAX).optional(), all: z.boolean().optional() })
  .refine(({ ids, all }) => ids !== undefined || all === true, { path: ['ids'], message: 'required' });
