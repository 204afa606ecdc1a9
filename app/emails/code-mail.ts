import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import type { MailedCodeType } from '#app/schemas/accounts.ts';

/** The mail that brings a verification code of any type. */
export function codeMail(to: string, lng: Language, type: MailedCodeType, code: string): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t(`mail.code.${type}.subject`),
    before: [t(`mail.code.${type}.body`)],
    code,
    after: [t('mail.code.validity'), t('mail.code.ignore')],
  });
}
