import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import { mailTexts } from '#app/emails/mail-texts.ts';
import type { Language } from '#app/i18n/language.ts';

type TakeoutNews = {
  cause: 'deleted' | 'unshared' | 'moved' | 'purged';
  /** Title of the first document. */
  title: string;
  count: number;
  until: Date;
  url: string;
};

/** Builds the mail with a link to documents to which their author lost access. */
export function takeoutMail(to: string, lng: Language, { cause, title, count, until, url }: TakeoutNews): Mail {
  const t = mailTexts(lng);
  const date = new Intl.DateTimeFormat(lng, { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  return layOutMail({
    to,
    lng,
    subject: t('mail.takeout.subject', { title, count }),
    before: [t(`mail.takeout.${cause}`), t('mail.takeout.body', { title, count })],
    link: { url, label: t('mail.takeout.action') },
    after: [t('mail.takeout.until', { date })],
  });
}
