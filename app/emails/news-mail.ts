import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import { mailTexts } from '#app/emails/mail-texts.ts';
import type { Language } from '#app/i18n/language.ts';
import { isolated } from '#app/i18n/right-to-left.ts';
import { translator } from '#app/i18n/translations.ts';

import type { NotificationKind } from '#app/schemas/mail-choices.ts';

/** The new acts on one thread or document. */
export type NewsItem = {
  kind: NotificationKind;
  title: string;
  /** The last person who acted; null for a deleted account. */
  name: string | null;
  acts: number;
  url: string;
  /** Address that stops watching the document. */
  unwatchUrl?: string;
  /** New comments, oldest first. */
  comments: { name: string | null; text: string }[];
};
type News = { items: NewsItem[]; isDaily: boolean; settingsUrl: string; unsubscribeUrl: string; references?: string };

/** Builds the notification mail for a document, or for all documents of a day. */
export function newsMail(to: string, lng: Language, { items, isDaily, settingsUrl, ...more }: News): Mail {
  const t = mailTexts(lng);
  const title = items[0]?.title ?? '';
  const nameOf = (name: string | null) => name ?? t('comments.deletedUser');
  // A comment decides the direction of its own paragraph: it is not isolated.
  const said = ({ name, text }: NewsItem['comments'][number]) =>
    translator(lng)('phrase.labelled', { label: isolated(nameOf(name)), value: text });
  const told = (text: string, acts: number) =>
    acts > 1 ? translator(lng)('phrase.aside', { text, aside: t('inbox.times', { count: acts }) }) : text;
  return layOutMail({
    to,
    lng,
    subject: isDaily ? t('mail.news.daily', { count: items.length }) : t('mail.news.subject', { title }),
    before: [],
    sections: items.map(({ kind, title, name, acts, url, unwatchUrl, comments }) => ({
      url,
      label: t('mail.news.open'),
      ...(unwatchUrl ? { aside: { url: unwatchUrl, label: t('mail.news.unwatch', { title }) } } : {}),
      lines: [told(t(`inbox.kinds.${kind}`, { name: nameOf(name), title }), acts), ...comments.map(said)],
    })),
    after: [{ label: t('mail.news.settings'), url: settingsUrl }],
    ...more,
  });
}
