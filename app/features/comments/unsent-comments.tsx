import { useEffect } from 'react';
import { useParams } from 'react-router';
import { type TypedComment, useTypedComments } from '#app/features/comments/typed-comments.ts';
import { UnsentComment, type UnsentReason } from '#app/features/comments/unsent-comment.tsx';
import { type Posted, usePosted } from '#app/features/comments/use-posted.ts';
import { showUnsentWith } from '#app/features/errors/unsent-view.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import type { Problem } from '#app/schemas/problem.ts';
import type { CommentPage } from '#app/services/comments/comment-pages.ts';
import { askBeforeUnload } from '#app/ui/unsent-work.ts';

type UnsentCommentsProps = { docId: string; shown: CommentPage; canWrite: boolean };

/** Shows comments that were refused, or typed before their field left the page, on a document that still opens. */
export function UnsentComments({ docId, shown: { threads, pages }, canWrite }: UnsentCommentsProps) {
  const own = useRootData()?.user?.email;
  const typed = useTypedComments(docId);
  const [sent, edited] = [usePosted('comment'), usePosted('comment-edit')];
  const hasThread = (id: string | undefined) => !id || threads.some((thread) => thread.id === id);
  const hasOwn = (id: string | undefined) =>
    threads.some(({ comments }) => comments.some((each) => each.id === id && each.author.email === own));
  const reason: UnsentReason = canWrite ? 'gone' : 'denied';
  useEffect(() => {
    if (typed.length > 0) return askBeforeUnload(() => true);
  }, [typed]);
  return (
    <>
      {sent && !(canWrite && hasThread(sent.fields.threadId)) ? <Refused posted={sent} otherwise={reason} /> : null}
      {edited && !hasOwn(edited.fields.commentId) ? <Refused posted={edited} otherwise={reason} isEdit /> : null}
      <Typed
        comments={typed}
        beside={[sent?.fields.body, edited?.fields.body]}
        why={canWrite && pages > 1 ? 'elsewhere' : reason}
      />
    </>
  );
}

/** Shows comments that were refused, or typed before access ended, on the error page of a document. */
function CommentsOfClosedPage() {
  const problem = useProblem('comment', 'comment-edit');
  const typed = useTypedComments(useParams().docId ?? '');
  const { body = '', quote } = (problem?.result.initialValue ?? {}) as Posted['fields'];
  const isEdit = problem?.intent === 'comment-edit';
  return (
    <>
      {body ? <UnsentComment {...{ body, quote, isEdit }} why="noAccess" /> : null}
      <Typed comments={typed} beside={[body]} why="noAccess" />
    </>
  );
}

showUnsentWith(CommentsOfClosedPage);

type TypedProps = { comments: readonly TypedComment[]; beside: (string | undefined)[]; why: UnsentReason };

/** Shows typed comments, except those that were refused and are shown beside them. */
function Typed({ comments, beside, why }: TypedProps) {
  return comments
    .filter(({ body }) => !beside.includes(body))
    .map(({ key, body, quote }) => (
      <UnsentComment key={key} {...{ body, quote, why }} isEdit={key.startsWith('edit-')} />
    ));
}

type RefusedProps = { posted: Posted; otherwise: UnsentReason; isEdit?: boolean };

function Refused({ posted: { fields, problem }, otherwise, isEdit = false }: RefusedProps) {
  const { body = '', quote } = fields;
  return body ? <UnsentComment {...{ body, quote, isEdit }} why={reasonOf(problem) ?? otherwise} /> : null;
}

function reasonOf(problem: Problem | undefined): UnsentReason | { text: string } | null {
  if (problem?.error === 'documentAccessDenied') return 'denied';
  if (problem?.error === 'notFound') return 'gone';
  const text = problem?.result.error?.['']?.join(' ');
  return text ? { text } : null;
}
