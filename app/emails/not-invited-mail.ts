import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Builds the mail for an address that `REGISTRATION=invited` refuses. The page responds as for any other address. */
export function notInvitedMail(to: string, lng: Language): Mail {
  const t = translator(lng);
  return layOutMail({ to, lng, subject: t('mail.notInvited.subject'), before: [t('mail.notInvited.body')] });
}
