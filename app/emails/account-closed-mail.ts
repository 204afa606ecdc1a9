import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Builds the mail for a registration with the address of a suspended or deleted account. */
export function accountClosedMail(to: string, lng: Language, state: 'suspended' | 'deleted'): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.accountClosed.subject'),
    before: [t(`mail.accountClosed.${state}`)],
    after: [t('mail.ignore')],
  });
}
