import { AffectedAuthors } from '#app/features/document/affected-authors.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Writer } from '#app/services/takeouts/list-writers.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FilledText } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type DocumentDeletionProps = {
  id: string;
  title: string;
  /** Number of documents to delete. */
  count: number;
  writers: Writer[];
};

/** Asks for confirmation and lists the number and authors of the documents that are permanently deleted. */
export function DocumentDeletion({ id, title, count, writers }: DocumentDeletionProps) {
  const t = useTexts();
  const along = count - 1;
  return (
    <main id="main" className="screen">
      <PageTitle>{t('document.delete')}</PageTitle>
      <h1>
        <FilledText values={{ title }}>{(placeholders) => t('document.deletion.title', placeholders)}</FilledText>
      </h1>
      <p>
        {t('document.deletion.text')} {along > 0 ? t('document.deletion.along', { count: along }) : null}
      </p>
      <AffectedAuthors writers={writers} />
      <form className="screen-actions" method="post" action={`/doc/${id}?confirm=delete`}>
        <CsrfField />
        <button className="button danger" type="submit" name="intent" value="delete">
          {t('document.deletion.confirm')}
        </button>
        <a className="button quiet" href={`/doc/${id}`}>
          {t('form.cancel')}
        </a>
      </form>
    </main>
  );
}
