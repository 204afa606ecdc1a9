import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

type Handover = { title: string; count: number; documentUrl: string };

/** Builds the mail that informs an heir of a branch whose owner's account was purged. */
export function handoverMail(to: string, lng: Language, { title, count, documentUrl }: Handover): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.handover.subject', { title }),
    before: [t('mail.handover.body', { title, count })],
    link: { url: documentUrl, label: t('mail.share.open') },
  });
}
