import { CsrfField } from '#app/ui/csrf-field.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

/** The page between: says what deleting takes away, for good. */
export function DocumentDeletion({ id, title }: { id: string; title: string }) {
  const t = useTexts();
  return (
    <main id="main" className="screen">
      <title>{`${t('document.delete')} · Arbor`}</title>
      <h1>{t('document.deletion.title', { title })}</h1>
      <p>{t('document.deletion.text')}</p>
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
