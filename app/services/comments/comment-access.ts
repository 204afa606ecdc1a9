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

type Place = { threadId: string; documentId: string };

/** A thread or comment by id, or by id within a document that the caller names. */
export type Within = string | { id: string; documentId: string };

const idOf = (which: Within) => (typeof which === 'string' ? which : which.id);
const isWithin = (which: Within, documentId: string) => typeof which === 'string' || which.documentId === documentId;

/**
 * Returns id and document of a thread. Throws `notFound` alike for an unknown thread, an invisible one, and one outside
 * the named document.
 */
export async function requireThread(actor: Actor, which: Within, verb: CommentVerb): Promise<Place> {
  const threadId = idOf(which);
  const thread = await (await models()).Thread.findByPk(threadId, { attributes: ['documentId'] });
  if (!thread || !isWithin(which, thread.documentId)) throw new AppError('notFound');
  await orNotFound(requireCommenting(actor, thread.documentId, verb));
  return { threadId, documentId: thread.documentId };
}

/** Returns id, thread and document of a comment. Throws `notFound` as `requireThread` does. */
export async function requireComment(actor: Actor, which: Within, verb: CommentVerb): Promise<Place & { id: string }> {
  const id = idOf(which);
  const [place] = await findCommentPlace({ commentId: id });
  if (!place || !isWithin(which, place.documentId)) throw new AppError('notFound');
  // Imported comments under another person's name cannot be edited.
  const isAuthor = place.authorId === actor.id && place.authorName === null;
  await orNotFound(requireCommenting(actor, place.documentId, verb, isAuthor));
  return { id, threadId: place.threadId, documentId: place.documentId };
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
