import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Builds the mail about the deletion of one's own account; `until` is when it is purged. */
export function accountDeletedMail(to: string, lng: Language, until: Date): Mail {
  const t = translator(lng);
  const date = new Intl.DateTimeFormat(lng, { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  return layOutMail({
    to,
    lng,
    subject: t('mail.accountDeleted.subject'),
    before: [t('mail.accountDeleted.body', { date }), t('mail.accountDeleted.notYou')],
  });
}
