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
