import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import {
  lockThread,
  orNotFound,
  requireComment,
  requireCommenting,
  type Within,
} from '#app/services/comments/comment-access.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { inTransaction, models } from '#db/connection.ts';
import type { Comment } from '#db/models/comment.ts';
import type { Notification } from '#db/models/notification.ts';
import { Op } from '#db/operators.ts';

/** Time for which a removed comment can be restored. */
export const REMOVED_COMMENT_MS = 3600 * 1000;

type Options = {
  /** Keeps the comment for an hour, so that `restoreComment` can restore it. */
  canRestore?: boolean;
};

/**
 * Deletes a comment, and the thread with its last one. Returns the id of the thread; null if it was deleted. Throws
 * `notFound`, `documentAccessDenied`.
 */
export async function deleteComment(
  actor: Actor,
  which: Within,
  { canRestore = false }: Options = {},
): Promise<string | null> {
  return inTransaction(async () => {
    const { id, threadId, documentId } = await requireComment(actor, which, 'delete');
    signal({ kind: 'comments', documentId });
    await lockThread(threadId);
    const { Comment, Thread } = await models();
    const comment = await Comment.findByPk(id);
    if (!comment) throw new AppError('notFound');
    const isLast = (await Comment.count({ where: { threadId } })) === 1;
    if (canRestore) await keep(actor, { comment, documentId, isLast });
    await comment.destroy();
    if (isLast) await Thread.destroy({ where: { id: threadId } });
    return isLast ? null : threadId;
  });
}

type Kept = { comment: Comment; documentId: string; isLast: boolean };

async function keep(actor: Actor, { comment, documentId, isLast }: Kept): Promise<void> {
  const { id, threadId, authorId } = comment;
  const { Notification, RemovedComment, Thread } = await models();
  await RemovedComment.destroy({ where: { removedAt: { [Op.lte]: Date.now() - REMOVED_COMMENT_MS } } });
  const thread = await Thread.findByPk(threadId);
  // Notifications refer to the thread and are deleted with it.
  const notifications = isLast ? await Notification.findAll({ where: { threadId } }) : [];
  await RemovedComment.create({
    id,
    documentId,
    authorId,
    removedBy: actor.id,
    comment: JSON.stringify(comment.get()),
    thread: JSON.stringify(thread?.get()),
    notifications: JSON.stringify(notifications.map((each) => each.get())),
    removedAt: Date.now(),
  });
}

/**
 * Restores a comment that the actor removed within the last hour, with its thread. Returns the id of the thread. Throws
 * `documentAccessDenied` if the actor may no longer delete it, and `notFound` in any other case.
 */
export async function restoreComment(actor: Actor, documentId: string, id: string): Promise<string> {
  const { Comment, RemovedComment, Thread } = await models();
  const removedAt = { [Op.gt]: Date.now() - REMOVED_COMMENT_MS };
  return inTransaction(async () => {
    const removed = await RemovedComment.findOne({ where: { id, documentId, removedBy: actor.id, removedAt } });
    if (!removed) throw new AppError('notFound');
    const comment: Comment = JSON.parse(removed.comment);
    const isAuthor = comment.authorId === actor.id && comment.authorName === null;
    await orNotFound(requireCommenting(actor, documentId, 'delete', isAuthor));
    await lockThread(comment.threadId);
    if ((await RemovedComment.destroy({ where: { id } })) === 0) throw new AppError('notFound');
    const isThreadGone = (await Thread.count({ where: { id: comment.threadId } })) === 0;
    if (isThreadGone) await Thread.create(JSON.parse(removed.thread));
    await Comment.create(comment);
    await restoreNotifications(JSON.parse(removed.notifications));
    signal({ kind: 'comments', documentId });
    return comment.threadId;
  });
}

/** Skips people whose account was purged in the meantime. */
async function restoreNotifications(notifications: Notification[]): Promise<void> {
  const { Notification, User } = await models();
  const ids = notifications.flatMap(({ userId, actorId }) => [userId, actorId]).filter((id) => id !== null);
  const people = await User.findAll({ where: { id: [...new Set(ids)] }, attributes: ['id'] });
  const known = new Set<string | null>(people.map(({ id }) => id));
  const rows = notifications
    .filter(({ userId }) => known.has(userId))
    .map((row) => ({ ...row, actorId: known.has(row.actorId) ? row.actorId : null }));
  await Notification.bulkCreate(rows, { ignoreDuplicates: true });
}
