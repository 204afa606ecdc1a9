import { BackTo } from '#app/components/back-to.tsx';
import { Pager } from '#app/components/list-page.tsx';
import { TimeAgo } from '#app/components/time-ago.tsx';
import { useProblem } from '#app/components/use-problem.ts';
import type { Change } from '#app/services/documents/compare-texts.ts';
import type { DocumentEntry } from '#app/services/documents/document-entry.ts';
import type { RevisionEntry } from '#app/services/documents/history.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

type Shown = { entry: RevisionEntry; changes: Change[]; titleBefore: string | null };
type HistoryProps = {
  document: DocumentEntry;
  revisions: Page<RevisionEntry>;
  shown: Shown | null;
  canRestore: boolean;
};

/** What a document has been: who saved when, what each save changed, and the way back to it. */
export function HistoryPage({ document, revisions, shown, canRestore }: HistoryProps) {
  const t = useTexts();
  const problem = useProblem();
  return (
    <main id="main" className="page">
      <title>{`${t('history.title')}: ${document.title} · Arbor`}</title>
      <BackTo document={document} />
      <h1>{t('history.title')}</h1>
      <FormSummary errors={problem?.result.error?.[''] ?? undefined} />
      <div className="history">
        <div>
          <ol className="revisions">
            {revisions.items.map((revision) => (
              <li key={revision.id}>
                <a
                  className="row"
                  href={`?revision=${revision.id}&page=${revisions.page}`}
                  aria-current={revision.id === shown?.entry.id ? 'true' : undefined}
                >
                  <Author revision={revision} /> <TimeAgo at={revision.createdAt} />
                </a>
              </li>
            ))}
          </ol>
          <Pager {...revisions} />
        </div>
        {shown ? <ShownRevision documentId={document.id} shown={shown} canRestore={canRestore} /> : null}
      </div>
    </main>
  );
}

function Author({ revision: { author } }: { revision: RevisionEntry }) {
  const t = useTexts();
  return <span className="name">{author.displayName ?? author.email ?? t('history.deletedUser')}</span>;
}

type ShownProps = { documentId: string; shown: Shown; canRestore: boolean };

function ShownRevision({ documentId, shown: { entry, changes, titleBefore }, canRestore }: ShownProps) {
  const t = useTexts();
  return (
    <section aria-label={t('history.changes')}>
      <div className="page-head">
        <h2>
          {titleBefore !== null && titleBefore !== entry.title ? <del>{titleBefore}</del> : null} {entry.title}
        </h2>
        {canRestore ? (
          <form method="post" action={`/doc/${documentId}/history`}>
            <CsrfField />
            <input type="hidden" name="revisionId" value={entry.id} />
            <button className="button" type="submit" name="intent" value="restore">
              {t('history.restore')}
            </button>
          </form>
        ) : null}
      </div>
      <pre className="changes">
        {changes.map(({ kind, text }, index) => {
          const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
          return <Tag key={index}>{text}</Tag>;
        })}
      </pre>
    </section>
  );
}
