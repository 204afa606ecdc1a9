import { type NewsItem, newsMail } from '#app/emails/news-mail.ts';
import { addressAt } from '#app/schemas/comment-address.ts';
import { loadChains } from '#app/services/access/document-access.ts';
import { plainMentions } from '#app/services/comments/mentions.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { newId } from '#app/services/new-id.ts';
import { getMailSettings, timingOf } from '#app/services/notifications/mail-choices.ts';
import { unsubscribeUrl, unwatchUrl } from '#app/services/notifications/unsubscribe-link.ts';
import { OF_WATCHERS } from '#app/services/notifications/watch-document.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import {
  type DueNotification,
  endNotificationMail,
  findDueNotifications,
  findMailRecipient,
  findNewComments,
  findSentNotificationMails,
  type MailRecipient,
  postponeNotificationMails,
} from '#db/queries/notification-mails.ts';

/** Minimum time between two mails about a document; notifications in between are sent together. */
const GATHER_MS = 10 * 60 * 1000;
const HOUR_MS = 3600 * 1000;
/** Maximum number of immediate mails to one person per hour. */
const HOURLY_MAX = 6;
/** Maximum number of notifications per pass; the rest follows in the next one. */
const ROWS_MAX = 200;
const COMMENTS_MAX = 20;
const COMMENTS_OF_THREAD_MAX = 5;
const COMMENT_SHOWN_MAX = 600;

/**
 * Queues the notification mails due for a person: one per document, and one for the day. Omits documents the person may
 * no longer read and kinds they turned off; all, while the mail server refuses the person's address. Mails and records
 * of them commit together.
 */
export async function mailNotificationsTo(me: string): Promise<void> {
  await inTransaction(async () => {
    await lock(`news ${me}`);
    const now = Date.now();
    const [rows, [reader]] = [await findDueNotifications({ me, now, most: ROWS_MAX }), await findMailRecipient({ me })];
    if (rows.length === 0) return;
    const wanted = await filterWanted(me, rows, reader);
    await endMails(rows.filter((row) => !wanted.includes(row)));
    if (!reader || wanted.length === 0) return;
    const [atOnce, daily] = [
      wanted.filter(({ isDaily }) => !Number(isDaily)),
      wanted.filter(({ isDaily }) => Number(isDaily)),
    ];
    const sent = await findSentNotificationMails({ me, since: now - HOUR_MS });
    for (const ofDocument of Map.groupBy(atOnce, ({ documentId }) => documentId).values()) {
      const dueAt = dueAfter(sent, ofDocument[0]!.documentId, now);
      if (dueAt > now) await postponeNotificationMails({ ids: JSON.stringify(ofDocument.map(({ id }) => id)), dueAt });
      else sent.push(await send(me, reader, ofDocument, false, now));
    }
    if (daily.length > 0) await send(me, reader, daily, true, now);
  });
}

type Sent = { documentId: string | null; sentAt: number };

/** Returns the earliest time for the next mail about a document. */
function dueAfter(sent: Sent[], documentId: string, now: number): number {
  const ofDocument = sent.filter((mail) => mail.documentId === documentId).at(-1);
  const gathered = ofDocument ? ofDocument.sentAt + GATHER_MS : now;
  const atOnce = sent.filter((mail) => mail.documentId !== null);
  const free = atOnce.length < HOURLY_MAX ? now : atOnce.at(-HOURLY_MAX)!.sentAt + HOUR_MS;
  return Math.max(now, gathered, free);
}

/** Filters notifications to those the person wants by mail and may read now. */
async function filterWanted(
  me: string,
  rows: DueNotification[],
  reader: MailRecipient | undefined,
): Promise<DueNotification[]> {
  if (reader?.status !== 'ACTIVE' || reader.verifiedAt === null) return [];
  const settings = await getMailSettings({ id: me });
  const chains = await loadChains({ id: me }, [...new Set(rows.map(({ documentId }) => documentId))]);
  const isReadable = (id: string) => chains.tryFind(id)?.isArchived === false;
  return rows.filter(({ kind, documentId }) => timingOf(settings, kind) !== 'off' && isReadable(documentId));
}

async function send(
  me: string,
  reader: MailRecipient,
  rows: DueNotification[],
  isDaily: boolean,
  now: number,
): Promise<Sent> {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const threads = new Set(rows.map(({ threadId }) => threadId));
  const [threadId] = threads;
  const about = threads.size === 1 && threadId ? `thread-${threadId}` : `doc-${rows[0]!.documentId}`;
  const mail = newsMail(reader.email, mailLanguage(reader), {
    items: await itemsOf(me, rows),
    isDaily,
    settingsUrl: `${mailOrigin()}/settings#notifications`,
    unsubscribeUrl: unsubscribeUrl(me, kinds),
    ...(isDaily ? {} : { references: `<${about}@${new URL(mailOrigin()).hostname}>` }),
  });
  await queueMail(mail);
  const documentId = isDaily ? null : rows[0]!.documentId;
  await (await models()).SentNotificationMail.create({ id: newId(), userId: me, documentId, sentAt: now });
  await endMails(rows);
  return { documentId, sentAt: now };
}

async function endMails(rows: DueNotification[]): Promise<void> {
  for (const { id, acts } of rows) await endNotificationMail({ id, acts: Number(acts) });
}

async function itemsOf(me: string, rows: DueNotification[]): Promise<NewsItem[]> {
  const threads = rows.flatMap(({ threadId }) => (threadId === null ? [] : [threadId]));
  const since = Math.min(...rows.map((row) => Number(row.since)));
  const comments =
    threads.length > 0
      ? await findNewComments({ threads: JSON.stringify(threads), me, since, most: COMMENTS_MAX })
      : [];
  const texts = await plainMentions(comments.map(({ body }) => body));
  const textOf = new Map(comments.map((comment, nth) => [comment, shorten(texts[nth]!)]));
  const lastOf = new Map(rows.filter(({ kind }) => OF_WATCHERS.includes(kind)).map((row) => [row.documentId, row]));
  return rows.map((row) => {
    const { kind, title, threadId, documentId } = row;
    const rest = kind === 'access-request' ? '/share' : threadId ? addressAt(threadId, `thread-${threadId}`) : '';
    const own = comments.filter((each) => each.threadId === threadId && Number(each.createdAt) >= Number(row.since));
    return {
      kind,
      title,
      name: row.actorName ?? row.actorEmail,
      acts: threadId === null ? Number(row.acts) : own.length,
      url: `${mailOrigin()}/doc/${documentId}${rest}`,
      // Once for each document of a mail.
      ...(lastOf.get(documentId) === row ? { unwatchUrl: unwatchUrl(me, documentId) } : {}),
      comments: own
        .slice(0, COMMENTS_OF_THREAD_MAX)
        .reverse()
        .map((comment) => ({ name: comment.authorName ?? comment.authorEmail, text: textOf.get(comment)! })),
    };
  });
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= COMMENT_SHOWN_MAX ? text : `${characters.slice(0, COMMENT_SHOWN_MAX).join('')}…`;
}
