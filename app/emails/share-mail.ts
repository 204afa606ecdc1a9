import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import { mailTexts } from '#app/emails/mail-texts.ts';
import type { Language } from '#app/i18n/language.ts';

type ShareNews = {
  from: string;
  title: string;
  permission: 'EDIT' | 'READ';
  documentUrl: string;
  signUpUrl?: string;
  unsubscribeUrl?: string;
};

/**
 * Builds the mail that notifies a person of a share. `signUpUrl` makes it an invitation for a person without an
 * account.
 */
export function shareMail(
  to: string,
  lng: Language,
  { from, title, permission, documentUrl, signUpUrl, unsubscribeUrl }: ShareNews,
): Mail {
  const t = mailTexts(lng);
  const invitation = signUpUrl ? [t('mail.share.invitation')] : [];
  return layOutMail({
    to,
    lng,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    subject: t('mail.share.subject', { from, title }),
    before: [t(`mail.share.${permission}`, { from, title }), ...invitation],
    link: signUpUrl ? { url: signUpUrl, label: t('auth.signUp') } : { url: documentUrl, label: t('mail.share.open') },
  });
}
