import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

export type SecondFactorChange =
  | 'mailOn'
  | 'mailOff'
  | 'authenticatorOn'
  | 'authenticatorOff'
  | 'codesRenewed'
  | 'recovered'
  | 'reset';

/** Builds the mail that informs an account's owner about a change of the second factor. */
export function secondFactorMail(to: string, lng: Language, change: SecondFactorChange, origin: string): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.secondFactor.subject'),
    before: [t(`mail.secondFactor.${change}`), t('mail.secondFactor.notYou')],
    link: { url: `${origin}/settings`, label: t('mail.secondFactor.action') },
  });
}
