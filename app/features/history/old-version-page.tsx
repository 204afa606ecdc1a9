import { MathsStyles } from '#app/features/document/maths-styles.tsx';
import { Author } from '#app/features/history/history-page.tsx';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { RevisionEntry } from '#app/services/documents/history.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FullDate } from '#app/ui/full-date.tsx';
import { Name } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type OldVersionProps = {
  document: DocumentEntry;
  opened: { revision: RevisionEntry; html: string; hasMaths: boolean; canRestore: boolean };
};

/** Renders a document as it was after one save. */
export function OldVersionPage({ document, opened: { revision, html, hasMaths, canRestore } }: OldVersionProps) {
  const t = useTexts();
  const { id, version, title, icon, createdAt } = revision;
  return (
    <main id="main" className="page">
      <PageTitle>{t('history.oldVersion', { version: String(version), title })}</PageTitle>
      <p className="quiet-text">
        <a href={`?revision=${id}`}>{t('history.title')}</a> · {t('history.version', { version: String(version) })} ·{' '}
        <Author revision={revision} /> <FullDate at={createdAt} />
      </p>
      <div className="page-head">
        <h1>
          {icon ? `${icon} ` : null}
          <Name className="" text={title} />
        </h1>
        {canRestore ? (
          <form method="post" action={`/doc/${document.id}/history`}>
            <CsrfField />
            <input type="hidden" name="revisionId" value={id} />
            <button className="button" type="submit" name="intent" value="restore">
              {t('history.restore')}
            </button>
          </form>
        ) : null}
      </div>
      <MathsStyles wanted={hasMaths} />
      <div
        className="prose"
        lang={textLanguage(html)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by app/markdown
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </main>
  );
}
