import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import { mailTexts } from '#app/emails/mail-texts.ts';
import type { Language } from '#app/i18n/language.ts';

type Request = {
  from: string;
  email: string;
  title: string;
  message: string;
  shareUrl: string;
  unsubscribeUrl?: string;
};

/** Builds the mail that notifies a document's owner of an access request. */
export function accessRequestMail(
  to: string,
  lng: Language,
  { from, email, title, message, shareUrl, unsubscribeUrl }: Request,
): Mail {
  const t = mailTexts(lng);
  return layOutMail({
    to,
    lng,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    subject: t('mail.accessRequest.subject', { from, title }),
    before: [
      from === email
        ? t('mail.accessRequest.bodyNameless', { email, title })
        : t('mail.accessRequest.body', { from, email, title }),
      ...(message ? [t('mail.accessRequest.message'), message] : []),
    ],
    link: { url: shareUrl, label: t('mail.accessRequest.action') },
    after: [t('mail.accessRequest.ignore')],
  });
}
