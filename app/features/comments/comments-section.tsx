import { useRef } from 'react';
import { CommentForm } from '#app/features/comments/comment-form.tsx';
import { type CommentRights, ThreadView } from '#app/features/comments/thread-view.tsx';
import { useAddressedPage } from '#app/features/comments/use-addressed-page.ts';
import { useCommentAids } from '#app/features/comments/use-comment-aids.ts';
import { Pager } from '#app/features/shell/list-page.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { CommentPage, ThreadPart } from '#app/services/comments/comment-pages.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { Outsider } from '#app/services/comments/list-outsiders.ts';
import { ActionForm } from '#app/ui/action-form.tsx';

type CommentsProps = {
  docId: string;
  /** The page of comments that is shown. */
  shown: CommentPage;
  /** People a comment can mention. */
  mentionable: Mentionable[];
  /** Mentioned people with whom the owner can share. */
  outsiders: Outsider[];
  rights: Omit<CommentRights, 'own'>;
  /** Headings of the text. */
  headings: string[];
  /** Null in the archive, where watching is not available. */
  isWatching: boolean | null;
  watchesBranch: boolean;
  hasBranch: boolean;
};

/** True if a thread can stand beside its passage. */
export const hasPassages = (threads: ThreadPart[]) =>
  threads.some(({ state, isFound, quote }) => state === 'open' && isFound && quote !== null);

/** Lists threads of a document below its text, in pages. Resolved threads are collapsed. */
export function Comments({
  docId,
  shown: { threads, page, pages },
  mentionable,
  outsiders,
  rights: given,
  headings,
  ...watching
}: CommentsProps) {
  const t = useTexts();
  const section = useRef<HTMLElement>(null);
  useCommentAids(section, given.write, hasPassages(threads));
  useAddressedPage(pages > 1);
  const rights = { ...given, own: useRootData()?.user?.email ?? null };
  const [open, resolved] = [
    threads.filter(({ state }) => state === 'open'),
    threads.filter(({ state }) => state === 'resolved'),
  ];
  const listOf = (listed: ThreadPart[]) => (
    <ol className="threads">
      {listed.map((thread) => (
        <ThreadView
          key={thread.id}
          {...{ docId, thread, rights, outsiders }}
          people={mentionable}
          page={pages > 1 ? page : null}
        />
      ))}
    </ol>
  );
  return (
    <section ref={section} id="comments" className="comments" aria-labelledby="comments-heading">
      <header className="comments-head">
        <h2 id="comments-heading" tabIndex={-1}>
          {t('comments.heading')}
        </h2>
        <Watching docId={docId} {...watching} />
      </header>
      {open.length > 0 ? listOf(open) : null}
      {resolved.length > 0 ? (
        // A later page may have resolved threads only; folded, it would look empty.
        <details className="disclosure resolved" open={page > 1 && open.length === 0}>
          <summary>{t('comments.resolved', { count: resolved.length })}</summary>
          {listOf(resolved)}
        </details>
      ) : null}
      <Pager
        total={pages}
        page={page}
        limit={1}
        label={t('comments.pages')}
        parameter="comments"
        fragment="#comments"
      />
      {rights.write ? (
        <CommentForm docId={docId} people={mentionable} canShare={rights.deleteAny} headings={headings} />
      ) : threads.length === 0 ? (
        <p className="quiet-text">{t('comments.none')}</p>
      ) : null}
    </section>
  );
}

type WatchingProps = Pick<CommentsProps, 'docId' | 'isWatching' | 'watchesBranch' | 'hasBranch'>;

/** Buttons to watch or unwatch a document or its branch. */
function Watching({ docId, isWatching, watchesBranch, hasBranch }: WatchingProps) {
  const t = useTexts();
  if (isWatching === null) return null;
  const offered = [isWatching ? 'unwatch' : 'watch', ...(hasBranch && !watchesBranch ? ['watch-branch'] : [])] as const;
  return (
    <div className="row-of-buttons">
      {watchesBranch ? <span className="quiet-text">{t('comments.watchesBranch')}</span> : null}
      {offered.map((intent) => (
        <ActionForm
          key={intent}
          action={`/doc/${docId}`}
          intent={intent}
          fields={{}}
          label={t(`comments.${intent as 'watch' | 'unwatch' | 'watch-branch'}`)}
          name={t(`comments.${intent as 'watch' | 'unwatch' | 'watch-branch'}`)}
        />
      ))}
    </div>
  );
}
