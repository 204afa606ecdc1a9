import type { Mail } from '#app/adapters/mailer.ts';
import { layOutMail } from '#app/emails/mail-layout.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import type { NotificationKind } from '#app/schemas/mail-choices.ts';

/** One thread or document of which there is news. */
export type NewsItem = {
  kind: NotificationKind;
  title: string;
  /** The last person who acted; null for a deleted account. */
  name: string | null;
  /** How many acts there were. */
  acts: number;
  url: string;
  /** New comments, oldest first. */
  comments: { name: string | null; text: string }[];
};
type News = { items: NewsItem[]; isDaily: boolean; settingsUrl: string; unsubscribeUrl: string; references?: string };

/** Builds the mail about what happened in a document, or in all of them within a day. */
export function newsMail(to: string, lng: Language, { items, isDaily, settingsUrl, ...more }: News): Mail {
  const t = translator(lng);
  const title = items[0]?.title ?? '';
  const nameOf = (name: string | null) => name ?? t('comments.deletedUser');
  return layOutMail({
    to,
    lng,
    subject: isDaily ? t('mail.news.daily', { count: items.length }) : t('mail.news.subject', { title }),
    before: [],
    sections: items.map(({ kind, title, name, acts, url, comments }) => ({
      url,
      label: t('mail.news.open'),
      lines: [
        t(`inbox.kinds.${kind}`, { name: nameOf(name), title }) +
          (acts > 1 ? ` (${t('inbox.times', { count: acts })})` : ''),
        ...comments.map((comment) => `${nameOf(comment.name)}: ${comment.text}`),
      ],
    })),
    after: [`${t('mail.news.settings')} ${settingsUrl}`],
    ...more,
  });
}
