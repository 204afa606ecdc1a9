import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Builds the mail for a registration with an address that already has an account, which the page does not reveal. */
export function accountExistsMail(to: string, lng: Language, origin: string): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.accountExists.subject'),
    before: [t('mail.accountExists.body')],
    link: { url: `${origin}/login`, label: t('auth.signIn') },
    after: [t('mail.ignore')],
  });
}
