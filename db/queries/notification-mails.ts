import type { MailTiming } from '#db/models/mail-choice.ts';
import type { NotificationKind } from '#db/models/notification.ts';
import type { UserStatus } from '#db/models/user.ts';
import { changeOf, listed, rowsOf } from '#db/query.ts';

type Choice = {
  userId: string;
  timeZone: string | null;
  /** 1 if the mail server refuses the person's address. */
  isRefused: number;
  kind: NotificationKind | null;
  timing: MailTiming | null;
};

/** SQL expression: the mail server refuses the address of `users`. */
const IS_REFUSED = `(SELECT COUNT(*) FROM mail_refusals
        WHERE mail_refusals.user_id = users.id AND mail_refusals.email = users.email)`;

/** Lists people's mail settings, with at least one row per person; `ids` is a JSON array. */
export const findMailChoices = rowsOf<Choice, { ids: string }>({
  name: 'findMailChoices',
  uses: { sqlite: ['users(id)', 'mail_choices(user_id,kind)'], postgres: ['users(id)'] },
  sql: () => `SELECT users.id AS "userId", users.time_zone AS "timeZone", mail_choices.kind, mail_choices.timing,
      ${IS_REFUSED} AS "isRefused"
    FROM users LEFT JOIN mail_choices ON mail_choices.user_id = users.id WHERE users.id IN (${listed('ids')})`,
});

/** Sets a person's mail timing for one kind of notification. */
export const putMailChoice = changeOf<{ me: string; kind: NotificationKind; timing: MailTiming }>({
  name: 'putMailChoice',
  uses: { sqlite: [], postgres: ['mail_choices(user_id,kind)'] },
  sql: `INSERT INTO mail_choices (user_id, kind, timing) VALUES ($me, $kind, $timing)
    ON CONFLICT (user_id, kind) DO UPDATE SET timing = excluded.timing`,
});

/** Lists people with notifications due for a mail, those who wait longest first. */
export const findPeopleToMail = rowsOf<{ userId: string }, { now: number; most: number }>({
  name: 'findPeopleToMail',
  uses: { sqlite: ['notifications_to_mail'], postgres: [] },
  sql: `SELECT user_id AS "userId" FROM notifications
    WHERE read_at IS NULL AND mail_due_at IS NOT NULL AND mail_due_at <= $now
    GROUP BY user_id ORDER BY MIN(mail_due_at), user_id LIMIT $most`,
});

/** `kind` is that of the act for which it is mailed. */
export type DueNotification = {
  id: string;
  kind: NotificationKind;
  documentId: string;
  title: string;
  threadId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  acts: number;
  createdAt: number;
  isDaily: number;
  since: number;
};

/** Lists a person's unread notifications that are due for a mail, oldest first. */
export const findDueNotifications = rowsOf<DueNotification, { me: string; now: number; most: number }>({
  name: 'findDueNotifications',
  uses: { sqlite: ['documents(id)'], postgres: [] },
  sql: `SELECT notifications.id, COALESCE(notifications.mail_kind, notifications.kind) AS kind,
      notifications.document_id AS "documentId", documents.title,
      notifications.thread_id AS "threadId",
      CASE WHEN users.status <> 'DELETED' THEN users.display_name END AS "actorName",
      CASE WHEN users.status <> 'DELETED' THEN users.email END AS "actorEmail", notifications.acts,
      notifications.created_at AS "createdAt", notifications.mail_is_daily AS "isDaily",
      notifications.mail_since AS since
    FROM notifications JOIN documents ON documents.id = notifications.document_id
    LEFT JOIN users ON users.id = notifications.actor_id
    WHERE notifications.user_id = $me AND notifications.read_at IS NULL AND notifications.mail_due_at IS NOT NULL
      AND notifications.mail_due_at <= $now
    ORDER BY notifications.created_at, notifications.id LIMIT $most`,
});

/** Marks a notification as mailed or not to be mailed, unless another act was added since it was read. */
export const endNotificationMail = changeOf<{ id: string; acts: number }>({
  name: 'endNotificationMail',
  uses: ['notifications(id)'],
  sql: 'UPDATE notifications SET mail_due_at = NULL WHERE id = $id AND acts = $acts',
});

/** Postpones the mail about notifications; `ids` is a JSON array. */
export const postponeNotificationMails = changeOf<{ ids: string; dueAt: number }>({
  name: 'postponeNotificationMails',
  uses: ['notifications(id)'],
  sql: () => `UPDATE notifications SET mail_due_at = $dueAt WHERE id IN (${listed('ids')})`,
});

/** Postpones the mails about all due notifications of a person. */
export const postponeMailsOf = changeOf<{ me: string; now: number; dueAt: number }>({
  name: 'postponeMailsOf',
  uses: { sqlite: ['notifications_unread_by_time'], postgres: [] },
  sql: `UPDATE notifications SET mail_due_at = $dueAt
    WHERE user_id = $me AND read_at IS NULL AND mail_due_at IS NOT NULL AND mail_due_at <= $now`,
});

/** Lists the notification mails to a person since an instant, oldest first. */
export const findSentNotificationMails = rowsOf<
  { documentId: string | null; sentAt: number },
  { me: string; since: number }
>({
  name: 'findSentNotificationMails',
  uses: ['sent_news_of_user'],
  sql: `SELECT document_id AS "documentId", sent_at AS "sentAt" FROM sent_news
    WHERE user_id = $me AND sent_at > $since ORDER BY sent_at`,
});

export type MailRecipient = { email: string; lng: 'en' | 'zh' | null; status: UserStatus; verifiedAt: number | null };

/** Finds the recipient of notification mails. */
export const findMailRecipient = rowsOf<MailRecipient, { me: string }>({
  name: 'findMailRecipient',
  uses: ['users(id)'],
  sql: 'SELECT email, lng, status, verified_at AS "verifiedAt" FROM users WHERE id = $me',
});

export type NewComment = {
  threadId: string;
  authorName: string | null;
  authorEmail: string | null;
  body: string;
  createdAt: number;
};

/** Lists other people's comments in threads since an instant; `threads` is a JSON array. */
export const findNewComments = rowsOf<NewComment, { threads: string; me: string; since: number; most: number }>({
  name: 'findNewComments',
  uses: { sqlite: ['comments_of_thread', 'users(id)'], postgres: [] },
  sql: () => `SELECT comments.thread_id AS "threadId", comments.body, comments.created_at AS "createdAt",
      CASE WHEN users.status <> 'DELETED' THEN users.display_name END AS "authorName",
      CASE WHEN users.status <> 'DELETED' THEN users.email END AS "authorEmail"
    FROM comments JOIN users ON users.id = comments.author_id
    WHERE comments.thread_id IN (${listed('threads')}) AND comments.created_at >= $since AND comments.author_id <> $me
    ORDER BY comments.created_at DESC, comments.id LIMIT $most`,
});

type PendingChange = { id: string; documentId: string; authors: string; mentioned: string };

/** Records a change of which people are still to be notified. */
export const putPendingChange = changeOf<{
  id: string;
  documentId: string;
  authors: string;
  mentioned: string;
  now: number;
}>({
  name: 'putPendingChange',
  uses: [],
  sql: `INSERT INTO untold_changes (id, document_id, authors, mentioned, created_at)
    VALUES ($id, $documentId, $authors, $mentioned, $now)`,
});

/** Lists changes older than an instant that were not announced, oldest first. */
export const findPendingChanges = rowsOf<PendingChange, { before: number; most: number }>({
  name: 'findPendingChanges',
  uses: ['untold_changes_by_time'],
  sql: `SELECT id, document_id AS "documentId", authors, mentioned FROM untold_changes
    WHERE created_at <= $before ORDER BY created_at LIMIT $most`,
});

/** Claims a change, so that only one process announces it. */
export const claimPendingChange = changeOf<{ id: string }>({
  name: 'claimPendingChange',
  uses: ['untold_changes(id)'],
  sql: 'DELETE FROM untold_changes WHERE id = $id',
});
