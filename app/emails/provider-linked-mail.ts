import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Builds the mail that informs an owner about a newly linked provider. `provider` is its display name. */
export function providerLinkedMail(to: string, lng: Language, provider: string, origin: string): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.providerLinked.subject', { provider }),
    before: [t('mail.providerLinked.body', { provider })],
    link: { url: `${origin}/settings`, label: t('mail.providerLinked.action') },
  });
}
