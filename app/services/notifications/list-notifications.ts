import { offsetOf, type Page } from '#app/schemas/paging.ts';
import { loadChains } from '#app/services/access/document-access.ts';
import { readableAmong } from '#app/services/access/readable-documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { OF_WATCHERS } from '#app/services/notifications/watch-document.ts';
import type { NotificationKind } from '#db/models/notification.ts';
import {
  countNotifications,
  countUnreadNotifications,
  type DocumentCount,
  findNotifications,
  findUnreadNotifications,
  findWatches,
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
 * Lists the actor's inbox, latest first. Entries about documents that the actor may not read now are hidden, and stay:
 * the document may be restored or shared again.
 */
export async function listNotifications(actor: Actor, query: Query): Promise<Page<NotificationEntry>> {
  const { unread, page, limit } = query;
  const me = actor.id;
  const counts = await (unread ? countUnreadNotifications : countNotifications)({ me });
  const { total, hidden } = await byAccess(actor, counts);
  const find = unread ? findUnreadNotifications : findNotifications;
  const rows =
    total > 0 ? await find({ me, hidden: JSON.stringify(hidden), limit, offset: offsetOf({ page, limit }) }) : [];
  const watchedOf = await findWatched(actor, rows);
  return { items: rows.map((row) => toEntry(row, watchedOf(row))), total, page, limit };
}

/** Maximum number of documents whose access `countUnread` resolves, as every page shows the number. */
const RESOLVED_MAX = 500;

/**
 * Counts the actor's unread notifications about documents that the actor may read. Notifications of further documents
 * than `RESOLVED_MAX` are counted whether readable or not.
 */
export async function countUnread(actor: Pick<Actor, 'id'>): Promise<number> {
  const counts = await countUnreadNotifications({ me: actor.id });
  const { total } = await byAccess(actor, counts.slice(0, RESOLVED_MAX));
  return total + sumOf(counts.slice(RESOLVED_MAX));
}

/** Lists the documents with unread notifications that the actor may not read now. */
export async function findHidden(actor: Pick<Actor, 'id'>): Promise<string[]> {
  return (await byAccess(actor, await countUnreadNotifications({ me: actor.id }))).hidden;
}

const sumOf = (counts: DocumentCount[]): number => counts.reduce((sum, { total }) => sum + Number(total), 0);

/** Sums the counts of the documents that the actor may read, and lists the others. */
async function byAccess(actor: Pick<Actor, 'id'>, counts: DocumentCount[]) {
  const ids = counts.map(({ documentId }) => documentId);
  const readable = await readableAmong(actor, ids);
  const shown = counts.filter(({ documentId }) => readable.has(documentId));
  return { total: sumOf(shown), hidden: ids.filter((id) => !readable.has(id)) };
}

/**
 * Returns a function that finds the watched documents that caused a notification. Omits branches that the actor may no
 * longer read.
 */
async function findWatched(actor: Actor, rows: NotificationRow[]) {
  const ids = [...new Set(rows.filter(({ kind }) => OF_WATCHERS.includes(kind)).map(({ docId }) => docId))];
  const [found, chains] =
    ids.length > 0
      ? await Promise.all([findWatches({ me: actor.id, ids: JSON.stringify(ids) }), loadChains(actor, ids)])
      : [[], null];
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
