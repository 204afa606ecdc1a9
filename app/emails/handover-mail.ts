import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import { mailTexts } from '#app/emails/mail-texts.ts';
import type { Language } from '#app/i18n/language.ts';

/** `from` is the former owner; undefined if the account was purged. */
type Handover = { title: string; count: number; documentUrl: string; from?: string };

/** Builds the mail that informs the next owner of a branch, after a handover or when an account was purged. */
export function handoverMail(to: string, lng: Language, { title, count, documentUrl, from }: Handover): Mail {
  const t = mailTexts(lng);
  return layOutMail({
    to,
    lng,
    subject: t('mail.handover.subject', { title }),
    before: [
      from === undefined ? t('mail.handover.body', { title, count }) : t('mail.handover.given', { title, count, from }),
    ],
    link: { url: documentUrl, label: t('mail.share.open') },
  });
}
