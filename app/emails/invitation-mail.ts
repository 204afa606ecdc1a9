import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import { mailTexts } from '#app/emails/mail-texts.ts';
import type { Language } from '#app/i18n/language.ts';

type Invitation = { from: string | null; origin: string };

/** Builds the mail that invites an address to register, by an administrator or, without a name, by the operator. */
export function invitationMail(to: string, lng: Language, { from, origin }: Invitation): Mail {
  const t = mailTexts(lng);
  const who = from === null ? t('mail.invitation.bodyOfOperator') : t('mail.invitation.body', { from });
  return layOutMail({
    to,
    lng,
    subject: t('mail.invitation.subject'),
    before: [who, t('mail.invitation.how')],
    link: { url: `${origin}/register`, label: t('auth.createAccount') },
    after: [t('mail.invitation.ignore')],
  });
}
