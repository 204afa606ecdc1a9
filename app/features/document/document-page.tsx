import { useRef } from 'react';
import { Comments, hasPassages } from '#app/features/comments/comments-section.tsx';
import { ShareOffers } from '#app/features/comments/share-offer.tsx';
import { UnsentComments } from '#app/features/comments/unsent-comments.tsx';
import { CoverPicture } from '#app/features/document/cover-forms.tsx';
import { DocumentActions } from '#app/features/document/document-actions.tsx';
import { DocumentDeletion } from '#app/features/document/document-deletion.tsx';
import type { DocumentPageData } from '#app/features/document/document-page-data.ts';
import { InsideList } from '#app/features/document/inside-list.tsx';
import { LeaveFocus } from '#app/features/document/leave-focus.tsx';
import { Prose } from '#app/features/document/prose.tsx';
import { Backlinks, Contents, hasContents, ReadingTime } from '#app/features/document/reading-aids.tsx';
import { useReadingLook } from '#app/features/document/reading-preferences.tsx';
import { TaskForms } from '#app/features/document/task-forms.tsx';
import { useFocusMode } from '#app/features/document/use-focus-mode.ts';
import { useReaders } from '#app/features/document/use-readers.ts';
import { useReadingAids } from '#app/features/document/use-reading-aids.ts';
import { useSettledDrafts } from '#app/features/document/use-settled-drafts.ts';
import { UnsentText } from '#app/features/errors/unsent-text.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import type { Problem } from '#app/schemas/problem.ts';
import type { Crumb } from '#app/services/access/document-access.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { FilledText, foreignLanguage } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

/** The title, with marks where the lines of a long Chinese one may break. */
const titleOf = ({ document, phrasedTitle }: DocumentPageData) =>
  phrasedTitle ? { dangerouslySetInnerHTML: { __html: phrasedTitle } } : { children: document.title };

/** Renders a document to read, with its actions in one row. */
export function DocumentPage(data: DocumentPageData) {
  const t = useTexts();
  const lng = useLanguage();
  const { document, html, can, path } = data;
  const problem = useProblem();
  const page = useRef<HTMLElement>(null);
  const { isFocused } = useFocusMode();
  const look = useReadingLook();
  // A thread marks its passage in the same version.
  useReadingAids(page, document.id, `${document.version} ${html}`);
  const people = useReaders(document.id);
  useSettledDrafts();
  // Children stand right under the text; without children, the form that adds one stands last.
  const inside = <InsideList id={document.id} entries={data.children} canChange={can.addChild} />;
  if (data.deletes !== null) return <DocumentDeletion id={document.id} title={document.title} {...data.deletes} />;
  return (
    <main
      ref={page}
      id="main"
      // A class, as a page may be drawn before the contents inside have arrived.
      className={`doc${isFocused ? ' focused' : ''}${hasContents(document.outline) ? ' with-contents' : ''}${look}`}
      data-margin={hasPassages(data.comments.threads) ? '' : undefined}
    >
      {isFocused ? <LeaveFocus /> : null}
      <PageTitle hasSummary>{document.title}</PageTitle>
      <CoverPicture cover={data.cover} canEdit={can.edit} />
      {document.icon ? (
        <div className="icon" aria-hidden="true">
          {document.icon}
        </div>
      ) : null}
      <Breadcrumb path={path} />
      <h1 key={document.title} className="title" lang={foreignLanguage(document.title, lng)} {...titleOf(data)} />
      <div className="doc-bar">
        <div className="meta">
          <span>
            {document.updatedBy ? (
              <FilledText values={{ name: document.updatedBy }}>
                {(placeholders) => t('document.updatedBy', placeholders)}
              </FilledText>
            ) : (
              t('document.updated')
            )}
            {lng === 'zh' ? '' : ' '}
            <a className="meta-link" href={`/doc/${document.id}/history`}>
              <TimeAgo at={document.updatedAt} />
            </a>
          </span>
          {document.changedSince === null ? null : (
            <a className="meta-link" href={`/doc/${document.id}/history?since=${document.changedSince}`}>
              {t('document.whatChanged')}
            </a>
          )}
          <ReadingTime words={document.words} readingSeconds={document.readingSeconds} />
          {data.isOwner ? null : <span className="chip">{t(`permission.${document.permission}`)}</span>}
        </div>
        <DocumentActions {...data} people={people} />
      </div>
      <FormSummary errors={problem && summaryOf(problem)} />
      <UnsentComments docId={document.id} shown={data.comments} canWrite={data.commentRights.write} />
      {can.edit ? null : <UnsentText key={document.id} docId={document.id} />}
      {data.isUndeletable ? <p className="note amber">{t('errors.notArchived')}</p> : null}
      {data.isArchived ? <ArchivedNote id={document.id} /> : null}
      <Contents outline={document.outline} />
      <article>
        {document.isEmpty && can.edit ? (
          <p className="quiet-text">
            {t('document.empty')} <a href={`/doc/${document.id}/edit`}>{t('document.startWriting')}</a>
          </p>
        ) : null}
        <Prose key={`${document.id}-${document.version}`} id="document-body" html={html} />
        {can.edit ? <TaskForms id={document.id} version={document.version} /> : null}
      </article>
      <ShareOffers docId={document.id} people={data.outsiders.filter(({ isInText }) => isInText)} commentId={null} />
      {data.children ? inside : null}
      <Backlinks entries={data.backlinks} />
      <Comments
        docId={document.id}
        shown={data.comments}
        mentionable={data.mentionable}
        outsiders={data.outsiders}
        rights={data.commentRights}
        isWatching={data.isArchived ? null : document.isWatching}
        headings={document.outline.map(({ text }) => text)}
        watchesBranch={document.watchesBranch}
        hasBranch={!document.isLeaf}
      />
      {data.children ? null : inside}
    </main>
  );
}

/** Errors for the summary. A task that no longer exists has no field to show its error. */
function summaryOf({ intent, result: { error } }: Problem): string[] | undefined {
  return (intent === 'task' ? error?.index : undefined) ?? error?.[''] ?? undefined;
}

function Breadcrumb({ path }: { path: Crumb[] }) {
  const t = useTexts();
  const lng = useLanguage();
  if (path.length === 0) return null;
  const shown = path.length > 6 ? [...path.slice(0, 1), null, ...path.slice(-4)] : path;
  return (
    <nav className="crumbs" aria-label={t('document.breadcrumb')}>
      <ol>
        {shown.map((crumb) => (
          <li key={crumb?.id ?? 'gap'}>
            {crumb ? (
              <a href={`/doc/${crumb.id}`} lang={foreignLanguage(crumb.title, lng)}>
                {crumb.title}
              </a>
            ) : (
              '…'
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function ArchivedNote({ id }: { id: string }) {
  const t = useTexts();
  return (
    <form className="note amber" method="post" action={`/doc/${id}`}>
      <CsrfField />
      <span>{t('document.archivedNote')}</span>
      <span className="row-of-buttons">
        <button className="button" type="submit" name="intent" value="restore">
          {t('document.restore')}
        </button>
        <button className="button quiet danger" type="submit" name="intent" value="delete">
          {t('document.delete')}
        </button>
      </span>
    </form>
  );
}
