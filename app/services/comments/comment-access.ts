import { AppError } from '#app/errors.ts';
import { type CommentVerb, mayComment } from '#app/policies/comment-policy.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import { findCommentPlace } from '#db/queries/comments.ts';

/**
 * Returns the access to a document if the actor may use a verb on its comments. Throws `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function requireCommenting(
  actor: Actor,
  document: string | DocumentAccess,
  verb: CommentVerb,
  isAuthor = false,
): Promise<DocumentAccess> {
  const access = await getAccess(actor, document);
  if (!mayComment(verb, { access, commenting: access.commenting, isAuthor })) {
    throw new AppError('documentAccessDenied');
  }
  return access;
}

/** Returns what an actor may do with a document's comments. Authors may also edit and delete their own. */
export const commentRights = (access: DocumentAccess) => ({
  write: mayComment('write', { access, commenting: access.commenting }),
  resolve: mayComment('resolve', { access, commenting: access.commenting }),
  deleteAny: mayComment('delete', { access, commenting: access.commenting }),
});

/** Returns the id of a thread's document. Throws `notFound` for an unknown and for an invisible thread alike. */
export async function requireThread(actor: Actor, threadId: string, verb: CommentVerb): Promise<string> {
  const thread = await (await models()).Thread.findByPk(threadId, { attributes: ['documentId'] });
  if (!thread) throw new AppError('notFound');
  await orNotFound(requireCommenting(actor, thread.documentId, verb));
  return thread.documentId;
}

/** Returns document and thread of a comment. Throws `notFound` for an unknown and for an invisible comment alike. */
export async function requireComment(
  actor: Actor,
  commentId: string,
  verb: CommentVerb,
): Promise<{ threadId: string; documentId: string }> {
  const [place] = await findCommentPlace({ commentId });
  if (!place) throw new AppError('notFound');
  // Imported comments under another person's name cannot be edited.
  const isAuthor = place.authorId === actor.id && place.authorName === null;
  await orNotFound(requireCommenting(actor, place.documentId, verb, isAuthor));
  return place;
}

/** A thread is deleted with its last comment, so replies, deletions and restorations are serialised. */
export const lockThread = (threadId: string) => lock(`thread ${threadId}`);

/** Reports an invisible document as `notFound`. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.error === 'documentNotFound') throw new AppError('notFound');
    throw error;
  }
}
