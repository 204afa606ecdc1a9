import { AppError } from '#app/errors.ts';
import { type AccessChains, loadChains } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import type { NotificationKind } from '#db/models/notification.ts';
import {
  countNotifications,
  countUnreadNotifications,
  findNotifications,
  findUnreadNotifications,
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
};

type Query = { unread: boolean; page: number; limit: number };
/** Maximum number of retries of a page that named documents the actor may no longer read. */
const AGAIN_MAX = 5;

/** Lists the actor's inbox, latest first. Removes entries about documents the actor may no longer read. */
export async function listNotifications(actor: Actor, query: Query): Promise<Page<NotificationEntry>> {
  const { unread, page, limit } = query;
  const me = actor.id;
  const find = unread ? findUnreadNotifications : findNotifications;
  for (let again = 0; ; again += 1) {
    const rows = await find({ me, limit, offset: (page - 1) * limit });
    const { readable, hidden } = await byAccess(actor, rows);
    if (hidden.length > 0) await forgetNotifications({ me, ids: JSON.stringify(hidden.map(({ docId }) => docId)) });
    if (hidden.length > 0 && again < AGAIN_MAX) continue;
    const total = unread ? await countUnread(actor) : await countAll(me);
    return { items: readable.map(toEntry), total, page, limit };
  }
}

/** Counts the actor's unread notifications. */
export async function countUnread({ id }: Pick<Actor, 'id'>): Promise<number> {
  const [row] = await countUnreadNotifications({ me: id });
  return Number(row?.total ?? 0);
}

async function countAll(me: string): Promise<number> {
  const [row] = await countNotifications({ me });
  return Number(row?.total ?? 0);
}

async function byAccess(actor: Actor, rows: NotificationRow[]) {
  if (rows.length === 0) return { readable: [], hidden: [] };
  const chains = await loadChains(actor, [...new Set(rows.map(({ docId }) => docId))]);
  const { readable = [], hidden = [] } = Object.groupBy(rows, ({ docId }) =>
    isReadable(chains, docId) ? 'readable' : 'hidden',
  );
  return { readable, hidden };
}

function isReadable(chains: AccessChains, id: string): boolean {
  try {
    chains.find(id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === 'documentNotFound') return false;
    throw error;
  }
}

function toEntry({ actorName, actorEmail, createdAt, readAt, ...row }: NotificationRow): NotificationEntry {
  return {
    ...row,
    isOwner: Boolean(row.isOwner),
    count: Number(row.count),
    actor: actorEmail === null ? null : { displayName: actorName, email: actorEmail },
    createdAt: new Date(createdAt).toISOString(),
    isRead: readAt !== null,
  };
}
