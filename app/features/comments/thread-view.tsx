import { MentionField } from '#app/features/comments/mention-field.tsx';
import { ShareOffers } from '#app/features/comments/share-offer.tsx';
import { useRefused } from '#app/features/comments/use-posted.ts';
import { Avatar } from '#app/features/shell/avatar.tsx';
import { FormKey } from '#app/features/shell/form-key.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { addressAt } from '#app/schemas/comment-address.ts';
import { mentions } from '#app/schemas/mention.ts';
import type { ThreadPart } from '#app/services/comments/comment-pages.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { Outsider } from '#app/services/comments/list-outsiders.ts';
import type { CommentEntry, ThreadHead } from '#app/services/comments/list-threads.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Name, useForeignLanguage } from '#app/ui/name.tsx';

/** Rights of the reader on the document's comments. `own` is the reader's e-mail address. */
export type CommentRights = { write: boolean; resolve: boolean; deleteAny: boolean; own: string | null };
type Shared = {
  docId: string;
  rights: CommentRights;
  people: Mentionable[];
  /** The page of comments; null if there is only one. */
  page: number | null;
};
type ThreadProps = Shared & {
  thread: ThreadPart;
  /** Mentioned people with whom the owner can share. */
  outsiders: Outsider[];
};

/** The form of a thread or comment posts to the page that this is on, so that a refused one finds its field. */
const actionOf = ({ docId, page }: Pick<Shared, 'docId' | 'page'>, id: string) =>
  `/doc/${docId}${page === null ? '' : `?comments=${page}&at=${id}`}`;

/** Shows a thread: its passage, comments and permitted forms. */
export function ThreadView({ thread, outsiders, ...shared }: ThreadProps) {
  const t = useTexts();
  const { rights, page } = shared;
  const isResolved = thread.state === 'resolved';
  return (
    <li id={`thread-${thread.id}`} className="thread" tabIndex={-1}>
      {thread.quote === null ? null : <Passage thread={thread} />}
      {thread.before > 0 && page !== null ? (
        <p className="thread-others">
          <a href={`?comments=${page - 1}#thread-${thread.id}`}>{t('comments.before', { count: thread.before })}</a>
        </p>
      ) : null}
      <ol className="thread-comments" data-replies={thread.comments.length - 1 || undefined}>
        {thread.comments.map((comment) => (
          <OneComment key={comment.id} {...shared} {...{ comment, outsiders }} />
        ))}
      </ol>
      {thread.after > 0 && page !== null ? (
        <p className="thread-others">
          <a href={`?comments=${page + 1}#thread-${thread.id}`}>{t('comments.after', { count: thread.after })}</a>
        </p>
      ) : null}
      <div className="thread-acts">
        {rights.write ? <Reply {...shared} threadId={thread.id} /> : null}
        {rights.resolve ? (
          <ActionForm
            action={actionOf(shared, thread.id)}
            intent={isResolved ? 'thread-reopen' : 'thread-resolve'}
            fields={{ threadId: thread.id }}
            label={t(isResolved ? 'comments.reopen' : 'comments.resolve')}
            name={t(isResolved ? 'comments.reopenOf' : 'comments.resolveOf', { name: nameOf(thread.comments[0]!) })}
          />
        ) : null}
      </div>
    </li>
  );
}

const nameOf = ({ author }: CommentEntry) => author.displayName ?? author.email ?? '';

/** Links to the quoted words with a text fragment, which needs no script. */
function Passage({ thread: { quote, isFound } }: { thread: ThreadHead }) {
  const t = useTexts();
  const [first, ...rest] = (quote ?? '').split('\n').filter((line) => line.trim() !== '');
  const languageOf = useForeignLanguage();
  const ends = [first, rest.at(-1)].filter((line) => line !== undefined).map((line) => inFragment(line.trim()));
  return (
    <blockquote className={isFound ? 'thread-quote' : 'thread-quote lost'}>
      {isFound ? (
        <a href={`#:~:text=${ends.join(',')}`} lang={languageOf(quote ?? '')}>
          {quote}
        </a>
      ) : (
        <span lang={languageOf(quote ?? '')}>{quote}</span>
      )}
      {isFound ? null : <p className="quiet-text">{t('comments.textChanged')}</p>}
    </blockquote>
  );
}

const inFragment = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

type CommentProps = Shared & { comment: CommentEntry };

function OneComment({ comment, outsiders, ...shared }: CommentProps & Pick<ThreadProps, 'outsiders'>) {
  const { docId, rights, page } = shared;
  const t = useTexts();
  const name = nameOf(comment) || t('comments.deletedUser');
  const isOwn = rights.own !== null && comment.author.email === rights.own;
  return (
    <li id={`comment-${comment.id}`} className="comment" tabIndex={-1}>
      <div className="comment-head">
        <Avatar name={name} imageUrl={null} />
        <div className="comment-by">
          <strong>
            <Name className="" text={name} />
          </strong>
          <span className="quiet-text">
            <a
              className="comment-link"
              href={page === null ? `#comment-${comment.id}` : addressAt(comment.id, `comment-${comment.id}`)}
              aria-label={t('comments.linkOf', { name })}
            >
              <TimeAgo at={comment.createdAt} />
            </a>
            {comment.editedAt ? ` · ${t('comments.edited')}` : ''}
          </span>
        </div>
      </div>
      <div
        className="prose comment-body"
        lang={textLanguage(comment.html)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved (app/markdown)
        dangerouslySetInnerHTML={{ __html: comment.html }}
      />
      <ShareOffers
        docId={docId}
        people={outsiders.filter(({ id }) => mentions(comment.html, id))}
        commentId={comment.id}
      />
      {isOwn || rights.deleteAny ? (
        <div className="comment-acts">
          {isOwn ? <Edit {...shared} comment={comment} /> : null}
          <details className="disclosure">
            <summary>{t('comments.delete')}</summary>
            <ActionForm
              action={actionOf(shared, comment.id)}
              intent="comment-delete"
              fields={{ commentId: comment.id }}
              label={t('comments.delete')}
              name={t('comments.deleteOf', { name })}
              isDanger
            />
          </details>
        </div>
      ) : null}
    </li>
  );
}

function Edit({ comment, ...shared }: CommentProps) {
  const t = useTexts();
  const refused = useRefused('comment-edit', 'commentId', comment.id);
  return (
    <details className="disclosure" open={refused !== null}>
      <summary>{t('comments.edit')}</summary>
      <form className="stack" method="post" action={actionOf(shared, comment.id)}>
        <CsrfField />
        <input type="hidden" name="commentId" value={comment.id} />
        <MentionField
          docId={shared.docId}
          canShare={shared.rights.deleteAny}
          people={shared.people}
          id={`edit-${comment.id}`}
          label={t('comments.editBody')}
          value={refused ? refused.posted.body : comment.body}
          stored={comment.body}
          errors={refused?.errors?.body ?? undefined}
        />
        <button className="button" type="submit" name="intent" value="comment-edit">
          {t('comments.save')}
        </button>
      </form>
    </details>
  );
}

type ReplyProps = Omit<CommentProps, 'comment'> & { threadId: string };

function Reply({ threadId, ...shared }: ReplyProps) {
  const t = useTexts();
  const refused = useRefused('comment', 'threadId', threadId);
  return (
    <details className="disclosure" open={refused !== null}>
      <summary>{t('comments.reply')}</summary>
      <form className="stack" method="post" action={actionOf(shared, threadId)}>
        <CsrfField />
        <FormKey />
        <input type="hidden" name="threadId" value={threadId} />
        <MentionField
          docId={shared.docId}
          canShare={shared.rights.deleteAny}
          people={shared.people}
          id={`reply-${threadId}`}
          label={t('comments.replyBody')}
          value={refused?.posted.body}
          errors={refused?.errors?.body ?? undefined}
        />
        <button className="button" type="submit" name="intent" value="comment">
          {t('comments.send')}
        </button>
      </form>
    </details>
  );
}
