import { perPerson } from '#app/http/api/limit-per.ts';
import { here, idOf, type OnDocument } from '#app/http/documents/posted-document.ts';
import { intent } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import {
  commentDeleteForm,
  commentDraft,
  commentEditForm,
  commentForm,
  commentRestoreForm,
  mentionedForm,
  threadForm,
} from '#app/schemas/comments.ts';
import { addressOnPage } from '#app/services/comments/comment-pages.ts';
import { deleteComment, restoreComment } from '#app/services/comments/delete-comment.ts';
import { shareWithMentioned } from '#app/services/comments/share-with-mentioned.ts';
import { editComment, replyTo, setResolved, startThread } from '#app/services/comments/write-comment.ts';
import { type Watch, watchDocument } from '#app/services/notifications/watch-document.ts';

/** Intents of a document's page that comment, resolve and watch (contract §8). */
export const conversationIntents = {
  comment: intent({
    limit: perPerson('documentWrite'),
    schema: commentForm,
    run: async (posted) => {
      const { threadId, ...thread } = posted.input;
      const place = threadId
        ? await addressOf(
            posted,
            'comment',
            await replyTo(posted.actor, within(posted, threadId), thread.body, thread.key),
          )
        : await addressOf(posted, 'thread', await startThread(posted.actor, idOf(posted), thread));
      return redirectWithToast(posted.context, place, { key: 'commented' });
    },
  }),
  'comment-edit': intent({
    limit: perPerson('documentWrite'),
    schema: commentEditForm,
    run: async (posted) => {
      const { commentId, body } = posted.input;
      const comment = await editComment(posted.actor, within(posted, commentId), body);
      return redirectWithToast(posted.context, await addressOf(posted, 'comment', comment), { key: 'saved' });
    },
  }),
  'comment-delete': intent({
    schema: commentDeleteForm,
    run: async (posted) => {
      const removed = posted.input.commentId;
      const threadId = await deleteComment(posted.actor, within(posted, removed), { canRestore: true });
      const undo = { action: here(posted), intent: 'comment-restore', fields: { removed } };
      const place = threadId ? `thread-${threadId}` : 'comments-heading';
      return redirectWithToast(posted.context, `${samePage(posted)}#${place}`, { key: 'commentDeleted', undo });
    },
  }),
  'comment-restore': intent({
    schema: commentRestoreForm,
    run: async (posted) => {
      const { removed } = posted.input;
      const threadId = await restoreComment(posted.actor, idOf(posted), removed);
      const place = await addressOnPage(idOf(posted), removed, `thread-${threadId}`);
      return redirectWithToast(posted.context, here(posted) + place, { key: 'commentRestored' });
    },
  }),
  // Returns the writing of the form; the page then also lists people whom the owner knows (`?people=known`).
  'comment-people': intent({ schema: commentDraft, run: async ({ input }) => ({ commentDraft: input }) }),
  'share-mentioned': intent({
    limit: perPerson('documentWrite'),
    schema: mentionedForm,
    run: async (posted) => {
      const { email } = await shareWithMentioned(posted.actor, idOf(posted), posted.input);
      const { commentId } = posted.input;
      const place = commentId ? await addressOf(posted, 'comment', { id: commentId }) : `${here(posted)}#document-body`;
      return redirectWithToast(posted.context, place, { key: 'shared', values: { email } });
    },
  }),
  'thread-resolve': intent({ limit: perPerson('documentWrite'), schema: threadForm, run: resolveOrReopen(true) }),
  'thread-reopen': intent({ limit: perPerson('documentWrite'), schema: threadForm, run: resolveOrReopen(false) }),
  watch: intent({ run: watchOrNot('document') }),
  'watch-branch': intent({ run: watchOrNot('branch') }),
  unwatch: intent({ run: watchOrNot('off') }),
};

/** Names a thread or comment of the page's document only. */
const within = (posted: OnDocument, id: string) => ({ id, documentId: idOf(posted) });

/** Returns the address of a thread or comment on the document's page. */
async function addressOf(posted: OnDocument, kind: 'thread' | 'comment', { id }: { id: string }): Promise<string> {
  return here(posted) + (await addressOnPage(idOf(posted), id, `${kind}-${id}`));
}

/** Returns the address of the page of comments from which a form was posted. */
function samePage(posted: OnDocument): string {
  const page = posted.url.searchParams.get('comments');
  return page ? `${here(posted)}?${new URLSearchParams({ comments: page })}` : here(posted);
}

function watchOrNot(watch: Watch) {
  return async (posted: OnDocument) => {
    await watchDocument(posted.actor, idOf(posted), watch);
    const key = { document: 'watching', branch: 'watchingBranch', off: 'notWatching' }[watch];
    return redirectWithToast(posted.context, `${here(posted)}#comments`, { key });
  };
}

function resolveOrReopen(isResolved: boolean) {
  return async (posted: OnDocument<{ threadId: string }>) => {
    const { id } = await setResolved(posted.actor, within(posted, posted.input.threadId), isResolved);
    const toast = { key: isResolved ? 'threadResolved' : 'threadReopened' };
    const place = isResolved ? `${samePage(posted)}#comments` : await addressOf(posted, 'thread', { id });
    return redirectWithToast(posted.context, place, toast);
  };
}
