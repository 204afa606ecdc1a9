import type { NotificationKind } from '#db/models/notification.ts';
import { changeOf, listed, rowsOf } from '#db/query.ts';

/** SQL condition: the new act is mailed earlier than the notification's current mail. */
const IS_EARLIER = `excluded.mail_due_at IS NOT NULL
      AND (notifications.mail_due_at IS NULL OR excluded.mail_due_at < notifications.mail_due_at)`;

/**
 * SQL expression: the kind for which the notification is mailed, a mention before other acts of the same mail. Acts
 * that are not mailed do not change it.
 */
const MAIL_KIND = `CASE WHEN excluded.mail_due_at IS NULL THEN notifications.mail_kind
      WHEN notifications.mail_due_at IS NOT NULL AND notifications.mail_is_daily = excluded.mail_is_daily
        AND 'mention' IN (notifications.mail_kind, excluded.mail_kind) THEN 'mention'
      WHEN ${IS_EARLIER} THEN excluded.mail_kind ELSE notifications.mail_kind END`;

const FOLD = `ON CONFLICT (user_id, document_id, fold_key) WHERE read_at IS NULL DO UPDATE SET
    acts = notifications.acts + 1, actor_id = excluded.actor_id, created_at = excluded.created_at,
    kind = CASE WHEN notifications.kind = 'mention' THEN notifications.kind ELSE excluded.kind END,
    mail_kind = ${MAIL_KIND},
    mail_since = CASE WHEN notifications.mail_due_at IS NULL OR excluded.mail_since < notifications.mail_since
      THEN excluded.mail_since ELSE notifications.mail_since END,
    mail_is_daily = CASE WHEN ${IS_EARLIER} THEN excluded.mail_is_daily ELSE notifications.mail_is_daily END,
    mail_due_at = CASE WHEN ${IS_EARLIER} THEN excluded.mail_due_at ELSE notifications.mail_due_at END`;

/** Time when an act is mailed; null for no mail. */
export type MailTime = { mailDueAt: number | null; mailIsDaily: number };

type Put = MailTime & {
  id: string;
  userId: string;
  kind: NotificationKind;
  documentId: string;
  threadId: string | null;
  actorId: string;
  foldKey: string;
  now: number;
  /** Time of the first comment that a mail contains. */
  since: number;
};

/** Adds a notification, or adds the act to the unread one of the same thread. A mention stays a mention. */
export const putNotification = changeOf<Put>({
  name: 'putNotification',
  uses: { sqlite: [], postgres: ['notifications_unread'] },
  sql: `INSERT INTO notifications (id, user_id, kind, document_id, thread_id, actor_id, fold_key, acts, created_at,
      mail_due_at, mail_is_daily, mail_since, mail_kind)
    VALUES ($id, $userId, $kind, $documentId, $threadId, $actorId, $foldKey, 1, $now, $mailDueAt, $mailIsDaily, $since,
      $kind)
    ${FOLD}`,
});

/**
 * Notifies the owner of a document of an access request. No row if the document does not exist or the request is a
 * repetition.
 */
export const putRequestNotification = changeOf<
  MailTime & { id: string; documentId: string; actorId: string; now: number; isNews: number }
>({
  name: 'putRequestNotification',
  uses: { sqlite: ['documents(id)'], postgres: ['documents(id)', 'notifications_unread'] },
  sql: `INSERT INTO notifications (id, user_id, kind, document_id, actor_id, fold_key, acts, created_at,
      mail_due_at, mail_is_daily, mail_since, mail_kind)
    SELECT $id, documents.owner_id, 'access-request', documents.id, $actorId, 'access-request', 1, CAST($now AS BIGINT),
      CAST($mailDueAt AS BIGINT), CAST($mailIsDaily AS INTEGER), CAST($now AS BIGINT), 'access-request'
    FROM documents WHERE documents.id = $documentId AND CAST($isNews AS INTEGER) = 1 ${FOLD}`,
});

/**
 * SELECT of `user_id` of the watchers of a document: its owner, authors, commenters, and people who watch it or a
 * branch above it; without those who opted out. A person may occur more than once. `person` limits it to one.
 */
const watchersOf = (document: string, person?: string) => {
  const isPerson = (column: string) => (person === undefined ? '' : `AND ${column} = ${person}`);
  return `SELECT found.user_id FROM (
      SELECT owner_id AS user_id FROM documents WHERE id = ${document} ${isPerson('owner_id')}
      UNION ALL SELECT author_id FROM revisions WHERE document_id = ${document} ${isPerson('author_id')}
      UNION ALL SELECT revision_writers.user_id FROM revisions
        JOIN revision_writers ON revision_writers.revision_id = revisions.id
        WHERE revisions.document_id = ${document} ${isPerson('revision_writers.user_id')}
      UNION ALL SELECT comments.author_id FROM threads JOIN comments ON comments.thread_id = threads.id
        WHERE threads.document_id = ${document} ${isPerson('comments.author_id')}
      UNION ALL SELECT user_id FROM watchers WHERE document_id = ${document} AND is_watching > 0 ${isPerson('user_id')}
      UNION ALL SELECT watchers.user_id FROM (
          WITH RECURSIVE above(id) AS (
            SELECT parent_id FROM documents WHERE id = ${document}
            UNION ALL SELECT documents.parent_id FROM above JOIN documents ON documents.id = above.id
          ) SELECT id FROM above
        ) AS above JOIN watchers ON watchers.document_id = above.id
        WHERE watchers.is_watching = 2 ${isPerson('watchers.user_id')}
    ) AS found WHERE NOT EXISTS (SELECT 1 FROM watchers
      WHERE watchers.document_id = ${document} AND watchers.user_id = found.user_id AND watchers.is_watching = 0)`;
};

/** SQL condition: `$me` watches the document `$id`. */
export const I_WATCH = `EXISTS (${watchersOf('$id', '$me')})`;

/** Lists the active watchers of a document. */
export const findWatchers = rowsOf<{ id: string }, { documentId: string }>({
  name: 'findWatchers',
  uses: [
    'documents(id)',
    'revisions_of_document',
    'revision_writers(revision_id,user_id)',
    'threads_of_document',
    'comments_of_thread',
    'users(id)',
  ],
  sql: `SELECT users.id FROM users WHERE users.status = 'ACTIVE' AND users.id IN (${watchersOf('$documentId')})`,
});

/** Filters a JSON array of ids to active accounts. */
export const findActive = rowsOf<{ id: string }, { ids: string }>({
  name: 'findActive',
  uses: ['users(id)'],
  sql: () => `SELECT users.id FROM users WHERE users.id IN (${listed('ids')}) AND users.status = 'ACTIVE'`,
});

/** Sets whether a person watches a document. */
export const putWatcher = changeOf<{ documentId: string; me: string; isWatching: number }>({
  name: 'putWatcher',
  uses: { sqlite: [], postgres: ['watchers(document_id,user_id)'] },
  sql: `INSERT INTO watchers (document_id, user_id, is_watching) VALUES ($documentId, $me, $isWatching)
    ON CONFLICT (document_id, user_id) DO UPDATE SET is_watching = excluded.is_watching`,
});

export type WatchRow = {
  /** A document of the list. */
  docId: string;
  /** It, or a document above it. */
  watchedId: string;
  title: string;
  /** 0 for a document that the person stopped watching, 2 for a branch. */
  isWatching: number;
  /** Levels between both. */
  depth: number;
};

/**
 * Lists what a person chose to watch for documents: their own choices, and the branches above them, nearest first.
 * `ids` is a JSON array.
 */
export const findWatches = rowsOf<WatchRow, { me: string; ids: string }>({
  name: 'findWatches',
  uses: ['documents(id)', 'watchers_of_user'],
  sql: () => `WITH RECURSIVE above(start, id, depth) AS (
      SELECT documents.id, documents.id, 0 FROM documents WHERE documents.id IN (${listed('ids')})
      UNION ALL SELECT above.start, documents.parent_id, above.depth + 1
        FROM above JOIN documents ON documents.id = above.id WHERE documents.parent_id IS NOT NULL
    )
    SELECT above.start AS "docId", above.id AS "watchedId", documents.title, watchers.is_watching AS "isWatching",
      above.depth
    FROM above JOIN watchers ON watchers.document_id = above.id AND watchers.user_id = $me
    JOIN documents ON documents.id = above.id
    WHERE above.depth = 0 OR watchers.is_watching = 2 ORDER BY above.depth`,
});

export type NotificationRow = {
  id: string;
  kind: NotificationKind;
  docId: string;
  title: string;
  threadId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  /** 1 if the document is the person's own by now. */
  isOwner: number | boolean;
  count: number;
  createdAt: number;
  readAt: number | null;
};

/**
 * SQL that lists a page of an inbox, latest first, without those about documents of the JSON array `hidden`. The page is
 * chosen before names and titles are joined, as an inbox can hold ten thousand notifications.
 */
const pageWhere = (condition: string) => `SELECT lines.id, lines.kind, lines.document_id AS "docId", documents.title,
      lines.thread_id AS "threadId",
      CASE WHEN users.status <> 'DELETED' THEN users.display_name END AS "actorName",
      CASE WHEN users.status <> 'DELETED' THEN users.email END AS "actorEmail", lines.acts AS count,
      documents.owner_id = lines.user_id AS "isOwner",
      lines.created_at AS "createdAt", lines.read_at AS "readAt"
    FROM (SELECT * FROM notifications WHERE user_id = $me AND ${condition}
        AND document_id NOT IN (${listed('hidden')})
      ORDER BY created_at DESC, id LIMIT $limit OFFSET $offset) AS lines
    JOIN documents ON documents.id = lines.document_id LEFT JOIN users ON users.id = lines.actor_id
    ORDER BY lines.created_at DESC, lines.id`;

type PageOf = { me: string; hidden: string; limit: number; offset: number };

/** Lists a page of an inbox, latest first. */
export const findNotifications = rowsOf<NotificationRow, PageOf>({
  name: 'findNotifications',
  uses: ['notifications_of_user', 'documents(id)'],
  sql: () => pageWhere('1 = 1'),
});

/** Lists a page of the unread notifications, latest first. */
export const findUnreadNotifications = rowsOf<NotificationRow, PageOf>({
  name: 'findUnreadNotifications',
  uses: ['notifications_unread_by_time', 'documents(id)'],
  sql: () => pageWhere('read_at IS NULL'),
});

export type DocumentCount = { documentId: string; total: number };

/** Counts the notifications of an inbox by document. */
export const countNotifications = rowsOf<DocumentCount, { me: string }>({
  name: 'countNotifications',
  uses: ['notifications_of_user'],
  sql: `SELECT document_id AS "documentId", COUNT(*) AS total FROM notifications
    WHERE notifications.user_id = $me GROUP BY document_id`,
});

/** Counts the unread notifications by document. */
export const countUnreadNotifications = rowsOf<DocumentCount, { me: string }>({
  name: 'countUnreadNotifications',
  uses: { sqlite: ['notifications_unread'], postgres: [] },
  sql: `SELECT document_id AS "documentId", COUNT(*) AS total FROM notifications
    WHERE notifications.user_id = $me AND notifications.read_at IS NULL GROUP BY document_id`,
});

/** Hides the column from the query planners, which would read a whole inbox instead of a few rows. */
const MINE = "user_id || '' = $me";

/** Marks an inbox as read, except the documents of the JSON array `hidden`. */
export const readAllNotifications = changeOf<{ me: string; hidden: string; now: number }>({
  name: 'readAllNotifications',
  uses: { sqlite: ['notifications_unread_by_time'], postgres: [] },
  sql: () => `UPDATE notifications SET read_at = $now
    WHERE user_id = $me AND read_at IS NULL AND document_id NOT IN (${listed('hidden')})`,
});

/** Marks notifications as read; `ids` is a JSON array. */
export const readNotifications = changeOf<{ me: string; ids: string; now: number }>({
  name: 'readNotifications',
  uses: { sqlite: ['notifications(id)'], postgres: [] },
  sql: () => `UPDATE notifications SET read_at = $now
    WHERE id IN (${listed('ids')}) AND ${MINE} AND read_at IS NULL`,
});
