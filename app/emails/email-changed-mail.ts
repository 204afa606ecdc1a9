import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/**
 * Builds the mail that informs the old address about the account's new one. It has no link: the old address has no
 * account whose password could be reset.
 */
export function emailChangedMail(to: string, lng: Language, email: string): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.emailChanged.subject'),
    before: [t('mail.emailChanged.body', { email })],
  });
}
