import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail, mailTexts } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/texts.ts';

/** Tells the old address where the account went. */
export function emailChangedMail(to: string, lng: Language, email: string, origin: string): Mail {
  const t = mailTexts(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.emailChanged.subject'),
    before: [t('mail.emailChanged.body', { email })],
    link: { url: `${origin}/forgot-password`, label: t('mail.passwordChanged.action') },
  });
}
