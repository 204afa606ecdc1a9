import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Asks for confirmation and says what is permanently deleted. */
export function DocumentDeletion({ id, title, along }: { id: string; title: string; along: number }) {
  const t = useTexts();
  return (
    <main id="main" className="screen">
      <PageTitle>{t('document.delete')}</PageTitle>
      <h1>{t('document.deletion.title', { title })}</h1>
      <p>
        {t('document.deletion.text')} {along > 0 ? t('document.deletion.along', { count: along }) : null}
      </p>
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
