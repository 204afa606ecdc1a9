import { AppError } from '#app/errors.ts';
import { type CommentVerb, mayComment } from '#app/policies/comment-policy.ts';
import { type DocumentAccess, findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';
import { findCommentPlace } from '#db/queries/comments.ts';

/** Returns the access to a document if it includes a verb. Throws `documentNotFound`, `documentAccessDenied`. */
export async function requireCommenting(
  actor: Actor,
  document: string | DocumentAccess,
  verb: CommentVerb,
  isAuthor = false,
): Promise<DocumentAccess> {
  const access = await findAccess(actor, document);
  if (!mayComment(verb, { access, commenting: access.commenting, isAuthor })) {
    throw new AppError('documentAccessDenied');
  }
  return access;
}

/** What an actor may do with the comments of a document; authors also edit and delete theirs. */
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

/** Returns where a comment stands. Throws `notFound` for an unknown and for an invisible comment alike. */
export async function requireComment(
  actor: Actor,
  commentId: string,
  verb: CommentVerb,
): Promise<{ threadId: string; documentId: string }> {
  const [place] = await findCommentPlace({ commentId });
  if (!place) throw new AppError('notFound');
  // Nobody edits words that came with an import under somebody else's name.
  const isAuthor = place.authorId === actor.id && place.authorName === null;
  await orNotFound(requireCommenting(actor, place.documentId, verb, isAuthor));
  return place;
}

async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.error === 'documentNotFound') throw new AppError('notFound');
    throw error;
  }
}
