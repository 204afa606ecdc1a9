import { AppError } from '#app/errors.ts';
import type { MentionedForm } from '#app/schemas/comments.ts';
import { mayReadDocument } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { findOutsiders } from '#app/services/comments/list-outsiders.ts';
import { mentionedInHtml } from '#app/services/comments/mentioned-in-html.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { notifyPeople } from '#app/services/notifications/notify-people.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { requireShareAccess } from '#app/services/shares/share-entry.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import { inTransaction } from '#db/connection.ts';
import { findWrittenComment } from '#db/queries/comments.ts';

/** `at` is the time of the mention; undefined for one in the text. */
type Mention = { actorId: string; threadId: string | null; at?: number };

/**
 * Shares a document to read with a person whom one of its comments, or its text, mentions, and notifies them of the
 * mention. Returns the person's address. Throws `documentNotFound`, `documentAccessDenied`, `notFound` for people who
 * are not mentioned there, are unknown to the owner or can read already, and the errors of `shareDocument`.
 */
export async function shareWithMentioned(
  actor: Actor,
  documentId: string,
  { userId, commentId }: MentionedForm,
): Promise<{ email: string }> {
  await requireShareAccess(actor, documentId, 'add');
  const mention = commentId ? await inComment(documentId, commentId, userId) : await inText(actor, documentId, userId);
  return inTransaction(async () => {
    const [person] = await findOutsiders(actor, documentId, [userId]);
    if (!person) throw new AppError('notFound');
    await shareDocument(actor, documentId, { email: person.email, permission: 'READ' });
    // A person who blocked the owner still cannot read.
    if (await mayReadDocument({ id: userId }, documentId))
      await notifyPeople([{ userId, kind: 'mention' }], { documentId, ...mention });
    return { email: person.email };
  });
}

async function inComment(documentId: string, commentId: string, userId: string): Promise<Mention> {
  const [comment] = await findWrittenComment({ commentId });
  if (comment?.documentId !== documentId || !mentionedInHtml(comment.html).includes(userId)) {
    throw new AppError('notFound');
  }
  return { actorId: comment.authorId, threadId: comment.threadId, at: Number(comment.createdAt) };
}

async function inText(actor: Actor, documentId: string, userId: string): Promise<Mention> {
  const { content } = await getDocument(actor, documentId);
  const mentioned = await runInThread(actor.id, 'mentionedInText', content);
  if (!mentioned.includes(userId)) throw new AppError('notFound');
  return { actorId: actor.id, threadId: null };
}
