import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

export function passwordChangedMail(to: string, lng: Language, origin: string): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.passwordChanged.subject'),
    before: [t('mail.passwordChanged.body')],
    link: { url: `${origin}/forgot-password`, label: t('mail.passwordChanged.action') },
  });
}
