import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Builds the mail of `arbor mail test`. */
export function testMail(to: string, lng: Language, origin: string): Mail {
  const t = translator(lng);
  return layOutMail({ to, lng, subject: t('mail.test.subject'), before: [t('mail.test.body', { origin })] });
}
