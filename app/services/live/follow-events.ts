import { AppError } from '#app/errors.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { type LiveSignal, onLiveSignal, recentSignals } from '#app/services/live/live-signals.ts';
import { countUnread } from '#app/services/notifications/list-notifications.ts';
import { models } from '#db/connection.ts';
import type { User } from '#db/models/user.ts';

/** The events of contract §7, plus `comments` of a document. */
export type PersonEvent =
  | { event: 'document'; data: { id: string; version: number; updatedBy: string | null } }
  | { event: 'comments'; data: { id: string } }
  | { event: 'tree'; data: { parentId: string | null } }
  | { event: 'shares'; data: { id: string } }
  | { event: 'notification'; data: { unread: number } };

const OPEN_MAX = 20;
/** More recent signals than this are replaced by one event. */
const REPLAYED_MAX = 50;
const open = new Map<string, number>();

type Following = {
  /** Milliseconds before now from which changes are told as well, at most `REPLAY_MS`. */
  age: number;
  onEvent: (event: PersonEvent) => void;
  onFault: (error: unknown) => void;
};

/**
 * Calls `onEvent` for changes of documents the actor may read. Returns an unsubscribe function. Throws
 * `requestTooFrequent` above 20 subscriptions per person.
 */
export function followEvents(actor: Actor, { age, onEvent, onFault }: Following): () => void {
  const count = open.get(actor.id) ?? 0;
  if (count >= OPEN_MAX) throw new AppError('requestTooFrequent', { retryAfterSeconds: 30 });
  open.set(actor.id, count + 1);
  // One count follows many changes of access at once.
  const counting = new BackgroundWork(async () => onEvent(await unreadEvent(actor)), onFault);
  const send = async (signal: LiveSignal) => {
    if (signal.kind === 'notification' && signal.userIds.includes(actor.id)) counting.start();
    const event = await eventFor(actor, signal);
    if (event) onEvent(event);
    // The number of unread notifications counts those about readable documents only.
    if (event?.event === 'shares') counting.start();
  };
  const follow = (signal: LiveSignal) => void send(signal).catch(onFault);
  const missed = recentSignals(age);
  // Pages reload at any event of the tree.
  if (missed.length > REPLAYED_MAX) onEvent({ event: 'tree', data: { parentId: null } });
  else for (const signal of missed) follow(signal);
  const stop = onLiveSignal(follow);
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    stop();
    const left = (open.get(actor.id) ?? 1) - 1;
    if (left > 0) open.set(actor.id, left);
    else open.delete(actor.id);
  };
}

async function unreadEvent(actor: Actor): Promise<PersonEvent> {
  return { event: 'notification', data: { unread: await countUnread(actor) } };
}

async function eventFor(actor: Actor, signal: LiveSignal): Promise<PersonEvent | null> {
  if (signal.kind === 'document') return documentEvent(actor, signal.documentId);
  if (signal.kind === 'comments') {
    const id = signal.documentId;
    return (await findAccess(actor, id)) && { event: 'comments', data: { id } };
  }
  if (signal.kind === 'shares') {
    return signal.userIds.includes(actor.id) ? { event: 'shares', data: { id: signal.documentId } } : null;
  }
  if (signal.kind === 'group-shares') {
    const isMember = await isInGroup(actor, signal.groupId);
    return isMember ? { event: 'shares', data: { id: signal.documentId } } : null;
  }
  if (signal.kind === 'row') return rowEvent(actor, signal.documentId);
  if (signal.kind !== 'tree') return null;
  const { ownerId, parentId } = signal;
  const isConcerned = ownerId === actor.id || (parentId !== null && (await findAccess(actor, parentId)) !== null);
  return isConcerned ? { event: 'tree', data: { parentId } } : null;
}

async function isInGroup(actor: Actor, groupId: string): Promise<boolean> {
  if (groupId === EVERYONE_ID) return true;
  return (await (await models()).GroupMember.count({ where: { groupId, userId: actor.id } })) > 0;
}

async function documentEvent(actor: Actor, id: string): Promise<PersonEvent | null> {
  if (!(await findAccess(actor, id))) return null;
  const row = await (await models()).Document.findByPk(id, {
    attributes: ['version'],
    include: [{ association: 'updater', attributes: ['displayName', 'email', 'status'] }],
  });
  if (!row) return null;
  const { displayName, email, status } = (
    row as typeof row & { updater: Pick<User, 'displayName' | 'email' | 'status'> }
  ).updater;
  const updatedBy = status === 'DELETED' ? null : (displayName ?? email);
  return { event: 'document', data: { id, version: row.version, updatedBy } };
}

async function rowEvent(actor: Actor, id: string): Promise<PersonEvent | null> {
  const access = await findAccess(actor, id);
  return access && { event: 'tree', data: { parentId: access.parentId } };
}
