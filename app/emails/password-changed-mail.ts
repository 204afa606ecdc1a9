import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail, mailTexts } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/texts.ts';

export function passwordChangedMail(to: string, lng: Language, origin: string): Mail {
  const t = mailTexts(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.passwordChanged.subject'),
    before: [t('mail.passwordChanged.body')],
    link: { url: `${origin}/forgot-password`, label: t('mail.passwordChanged.action') },
  });
}
