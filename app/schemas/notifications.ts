import { z } from 'zod';
import { pageQuery, paging } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';

export const NOTIFICATION_KINDS = ['mention', 'reply', 'comment', 'share', 'access-request', 'change'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export const MAIL_TIMINGS = ['now', 'daily', 'off'] as const;
export type MailTiming = (typeof MAIL_TIMINGS)[number];
export type MailChoices = Record<NotificationKind, MailTiming>;
export const DEFAULT_CHOICES: MailChoices = {
  mention: 'now',
  reply: 'now',
  comment: 'now',
  share: 'now',
  'access-request': 'now',
  change: 'daily',
};

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const timing = z.enum(MAIL_TIMINGS).optional();
/** A kind that is left out keeps its timing. */
export const mailChoiceForm = z.object({
  mention: timing,
  reply: timing,
  comment: timing,
  share: timing,
  'access-request': timing,
  change: timing,
  timeZone: z.string().trim().max(64, 'timeZone.unknown').refine(isTimeZone, 'timeZone.unknown').optional(),
});
export type MailChoiceInput = z.output<typeof mailChoiceForm>;

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
