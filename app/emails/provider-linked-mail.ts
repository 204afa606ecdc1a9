import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail, mailTexts } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/texts.ts';

/** Tells an owner that their account has one more way in. `provider` is its proper name. */
export function providerLinkedMail(to: string, lng: Language, provider: string, origin: string): Mail {
  const t = mailTexts(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.providerLinked.subject', { provider }),
    before: [t('mail.providerLinked.body', { provider })],
    link: { url: `${origin}/settings`, label: t('mail.providerLinked.action') },
  });
}
