import { AppError } from '#app/errors.ts';
import { RENDER_VERSION } from '#app/markdown/render-markdown.ts';
import type { NewThread } from '#app/schemas/comments.ts';
import { QUOTE_AROUND_MAX } from '#app/schemas/limits.ts';
import type { Actor } from '#app/services/actor.ts';
import {
  lockThread,
  requireComment,
  requireCommenting,
  requireThread,
  type Within,
} from '#app/services/comments/comment-access.ts';
import { idForComment } from '#app/services/comments/id-for-comment.ts';
import { type CommentEntry, type ThreadEntry, toComments, toThreads } from '#app/services/comments/list-threads.ts';
import { mentionedInHtml } from '#app/services/comments/mentioned-in-html.ts';
import { renderComment } from '#app/services/comments/render-comment.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { newId } from '#app/services/new-id.ts';
import { chooseMentioned, chooseRecipients, notifyPeople } from '#app/services/notifications/notify-people.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findCommentsById, findPlainText, findThread, findThreadAuthors } from '#db/queries/comments.ts';

/** Counts a comment of a person on a document, each of which may be mailed to everybody who watches it. */
const countComment = ({ id }: Actor, documentId: string) =>
  consumeLimit('comment', id, { about: documentId, reason: { key: 'manyComments' } });

/**
 * Starts a thread with its first comment; a form that is posted again, known by its `key`, starts none. Throws
 * `documentNotFound`, `documentAccessDenied`, `requestTooFrequent`.
 */
export async function startThread(
  actor: Actor,
  documentId: string,
  { key, ...input }: NewThread & { key?: string | undefined },
): Promise<ThreadEntry> {
  const access = await requireCommenting(actor, documentId, 'write');
  await countComment(actor, access.id);
  const [selector, html] = await Promise.all([
    selectorOf(actor, access.id, input),
    renderComment(actor.id, input.body),
  ]);
  const recipients = await chooseRecipients(documentId, {
    actors: [actor.id],
    mentioned: mentionedInHtml(html),
    kindFor: () => 'comment',
  });
  const threadId = await inTransaction(async () => {
    await requireCommenting(actor, documentId, 'write');
    const { id, made } = await idForComment(actor, key, [
      documentId,
      input.quote,
      input.prefix,
      input.suffix,
      input.body,
    ]);
    if (made) return made.threadId;
    const [threadId, createdAt] = [newId(), Date.now()];
    await (await models()).Thread.create({ id: threadId, documentId, ...selector, createdAt });
    await addComment(actor, { id, threadId, body: input.body, html, createdAt });
    await notifyPeople(recipients, { actorId: actor.id, documentId, threadId, at: createdAt });
    signal({ kind: 'comments', documentId });
    return threadId;
  });
  return readThread(actor, threadId);
}

/** Stores the text around a passage that occurs once, or is a heading, unless the caller provides it. */
async function selectorOf(actor: Actor, documentId: string, { quote, prefix, suffix }: NewThread) {
  if (quote === null) return { quote, prefix: null, suffix: null };
  if (prefix !== null || suffix !== null) return { quote, prefix, suffix };
  const [text] = await findPlainText({ documentId });
  const stored = runInThread(actor.id, 'quoteFrom', text?.plainText ?? '', quote, QUOTE_AROUND_MAX);
  return orFallback(stored, () => ({ quote, prefix, suffix }));
}

/**
 * Adds a reply to a thread; a form that is posted again, known by its `key`, adds none. Throws `notFound`,
 * `documentAccessDenied`, `requestTooFrequent`.
 */
export async function replyTo(actor: Actor, thread: Within, body: string, key?: string): Promise<CommentEntry> {
  const { threadId, documentId } = await requireThread(actor, thread, 'write');
  await countComment(actor, documentId);
  const [html, authors] = await Promise.all([renderComment(actor.id, body), findThreadAuthors({ threadId })]);
  const inThread = new Set(authors.map(({ authorId }) => authorId));
  const recipients = await chooseRecipients(documentId, {
    actors: [actor.id],
    mentioned: mentionedInHtml(html),
    kindFor: (person) => (inThread.has(person) ? 'reply' : 'comment'),
  });
  const id = await inTransaction(async () => {
    await lockThread(threadId);
    await requireThread(actor, thread, 'write');
    const { id, made } = await idForComment(actor, key, [threadId, body]);
    if (made) return id;
    const createdAt = Date.now();
    await notifyPeople(recipients, { actorId: actor.id, documentId, threadId, at: createdAt });
    signal({ kind: 'comments', documentId });
    await addComment(actor, { id, threadId, body, html, createdAt });
    return id;
  });
  return readComment(actor, threadId, id);
}

/**
 * Replaces the text of one of the actor's comments; notifies the people whom only the new text mentions. Throws
 * `notFound`, `documentAccessDenied`, and `requestTooFrequent` for new mentions.
 */
export async function editComment(actor: Actor, comment: Within, body: string): Promise<CommentEntry> {
  const { id, documentId, threadId } = await requireComment(actor, comment, 'edit');
  const html = await renderComment(actor.id, body);
  const mentioned = await newMentions(id, html);
  if (mentioned.length > 0) await countComment(actor, documentId);
  const recipients = await chooseMentioned(documentId, { actors: [actor.id], mentioned });
  await inTransaction(async () => {
    await lockThread(threadId);
    const place = await requireComment(actor, comment, 'edit');
    // Another edit may have notified them meanwhile.
    const stillNew = await newMentions(id, html);
    const { createdAt: since } = (await (await models()).Comment.findByPk(id, { attributes: ['createdAt'] }))!;
    await notifyPeople(
      recipients.filter(({ userId }) => stillNew.includes(userId)),
      { actorId: actor.id, documentId, threadId, since: Number(since) },
    );
    const changed = { body, html, renderVersion: RENDER_VERSION, editedAt: Date.now() };
    await (await models()).Comment.update(changed, { where: { id } });
    signal({ kind: 'comments', documentId: place.documentId });
  });
  return readComment(actor, threadId, id);
}

/** Returns the people whom a new text of a comment mentions, and the present one does not. */
async function newMentions(commentId: string, html: string): Promise<string[]> {
  const comment = await (await models()).Comment.findByPk(commentId, { attributes: ['html'] });
  const before = mentionedInHtml(comment?.html ?? '');
  return mentionedInHtml(html).filter((id) => !before.includes(id));
}

/** Resolves or reopens a thread. Throws `notFound`, `documentAccessDenied`. */
export async function setResolved(actor: Actor, thread: Within, isResolved: boolean): Promise<ThreadEntry> {
  const id = await inTransaction(async () => {
    const { threadId, documentId } = await requireThread(actor, thread, 'resolve');
    signal({ kind: 'comments', documentId });
    const resolvedAt = isResolved ? Date.now() : null;
    await (await models()).Thread.update({ resolvedAt }, { where: { id: threadId } });
    return threadId;
  });
  return readThread(actor, id);
}

type Written = { id: string; threadId: string; body: string; html: string; createdAt: number };

async function addComment({ id: authorId }: Actor, written: Written): Promise<void> {
  await (await models()).Comment.create({ authorId, renderVersion: RENDER_VERSION, ...written });
}

async function readThread(actor: Actor, threadId: string): Promise<ThreadEntry> {
  const [thread] = await toThreads(actor, await findThread({ threadId }));
  if (!thread) throw new AppError('notFound');
  return thread;
}

async function readComment(actor: Actor, threadId: string, id: string): Promise<CommentEntry> {
  const rows = await findCommentsById({ ids: JSON.stringify([id]) });
  const [comment] = (await toComments(actor, rows)).get(threadId) ?? [];
  if (!comment) throw new AppError('notFound');
  return comment;
}
