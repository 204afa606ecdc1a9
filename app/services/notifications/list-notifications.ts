import { type AccessChains, loadChains } from '#app/services/access/document-access.ts';
import { readableAmong } from '#app/services/access/readable-documents.ts';
import type { Actor } from '#app/services/actor.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import { OF_WATCHERS } from '#app/services/notifications/watch-document.ts';
import type { NotificationKind } from '#db/models/notification.ts';
import {
  countNotifications,
  countUnreadNotifications,
  type DocumentCount,
  findNotifications,
  findUnreadNotifications,
  findWatches,
  forgetNotifications,
  type NotificationRow,
} from '#db/queries/notifications.ts';

export type NotificationEntry = {
  id: string;
  kind: NotificationKind;
  docId: string;
  title: string;
  threadId: string | null;
  /** The last person who acted; null for a deleted account. */
  actor: { displayName: string | null; email: string } | null;
  /** True for a document of the actor's own; with kind `share`, its ownership was handed over. */
  isOwner: boolean;
  /** Number of acts grouped in it. */
  count: number;
  createdAt: string;
  isRead: boolean;
  /** The watched documents that caused the notification; null if watching did not cause it. */
  watched: Watched | null;
};
/** A watched document, and the branch above it if it is watched through one. */
export type Watched = { isBranch: boolean; above: { id: string; title: string } | null };

type Query = { unread: boolean; page: number; limit: number };
/**
 * Maximum number of times that a page is read again because it contained documents that the actor may no longer read.
 */
const AGAIN_MAX = 5;

/** Lists the actor's inbox, latest first. Removes entries about documents the actor may no longer read. */
export async function listNotifications(actor: Actor, query: Query): Promise<Page<NotificationEntry>> {
  const { unread, page, limit } = query;
  const me = actor.id;
  const find = unread ? findUnreadNotifications : findNotifications;
  for (let again = 0; ; again += 1) {
    const rows = await find({ me, limit, offset: (page - 1) * limit });
    const { readable, hidden, chains } = await byAccess(actor, rows);
    if (hidden.length > 0) await forgetNotifications({ me, ids: JSON.stringify(hidden.map(({ docId }) => docId)) });
    if (hidden.length > 0 && again < AGAIN_MAX) continue;
    const total = unread ? await countUnread(actor) : await countReadable(actor, await countNotifications({ me }));
    const watchedOf = await findWatched(me, readable, chains);
    return { items: readable.map((row) => toEntry(row, watchedOf(row))), total, page, limit };
  }
}

/** Counts the actor's unread notifications about documents that the actor may read. */
export async function countUnread(actor: Pick<Actor, 'id'>): Promise<number> {
  return countReadable(actor, await countUnreadNotifications({ me: actor.id }));
}

/** Sums the counts of the documents that the actor may read. */
async function countReadable(actor: Pick<Actor, 'id'>, counts: DocumentCount[]): Promise<number> {
  const ids = counts.map(({ documentId }) => documentId);
  const readable = await readableAmong(actor, ids);
  return counts.reduce((sum, { documentId, total }) => sum + (readable.has(documentId) ? Number(total) : 0), 0);
}

async function byAccess(actor: Actor, rows: NotificationRow[]) {
  const ids = [...new Set(rows.map(({ docId }) => docId))];
  const chains = ids.length > 0 ? await loadChains(actor, ids) : null;
  const { readable = [], hidden = [] } = Object.groupBy(rows, ({ docId }) =>
    chains?.tryFind(docId) ? 'readable' : 'hidden',
  );
  return { readable, hidden, chains };
}

/**
 * Returns a function that finds the watched documents that caused a notification. Omits branches that the actor may no
 * longer read.
 */
async function findWatched(me: string, rows: NotificationRow[], chains: AccessChains | null) {
  const ids = [...new Set(rows.filter(({ kind }) => OF_WATCHERS.includes(kind)).map(({ docId }) => docId))];
  const found = ids.length > 0 ? await findWatches({ me, ids: JSON.stringify(ids) }) : [];
  const mayWatch = (id: string) => chains?.tryFind(id)?.can.star ?? false;
  return ({ kind, docId }: NotificationRow): Watched | null => {
    const chosen = found.filter((each) => each.docId === docId);
    const own = chosen.find(({ depth }) => Number(depth) === 0);
    if (!OF_WATCHERS.includes(kind) || own?.isWatching === 0 || !mayWatch(docId)) return null;
    const above = chosen.find(({ depth, watchedId }) => Number(depth) > 0 && mayWatch(watchedId));
    return { isBranch: own?.isWatching === 2, above: above ? { id: above.watchedId, title: above.title } : null };
  };
}

function toEntry(
  { actorName, actorEmail, createdAt, readAt, ...row }: NotificationRow,
  watched: Watched | null,
): NotificationEntry {
  return {
    watched,
    ...row,
    isOwner: Boolean(row.isOwner),
    count: Number(row.count),
    actor: actorEmail === null ? null : { displayName: actorName, email: actorEmail },
    createdAt: new Date(createdAt).toISOString(),
    isRead: readAt !== null,
  };
}
