import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import type { MailedCodeType } from '#app/schemas/accounts.ts';

type Brought = { type: MailedCodeType; code: string; linkUrl?: string };

/** Builds the mail with a verification code, and optionally a link that replaces the code in any browser. */
export function codeMail(to: string, lng: Language, { type, code, linkUrl }: Brought): Mail {
  const t = translator(lng);
  return layOutMail({
    to,
    lng,
    subject: t(`mail.code.${type}.subject`),
    before: [t(`mail.code.${type}.body`)],
    code,
    ...(linkUrl ? { link: { url: linkUrl, label: t('mail.code.link') } } : {}),
    after: [t('mail.code.validity'), t('mail.code.ignore')],
  });
}
