import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Domains whose addresses may register; unset if only invited addresses may. */
type Rule = { domains?: string[] };

/** Builds the mail for an address that may not register. The page shows the same result as for any address. */
export function notInvitedMail(to: string, lng: Language, { domains }: Rule): Mail {
  const t = translator(lng);
  const list = domains && new Intl.ListFormat(lng, { type: 'conjunction' }).format(domains);
  const body = list ? t('mail.notInvited.domains', { domains: list }) : t('mail.notInvited.body');
  return layOutMail({ to, lng, subject: t('mail.notInvited.subject'), before: [body] });
}
