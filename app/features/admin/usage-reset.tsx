import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Asks for confirmation before resetting everyone's usage. `here` is the report to return to. */
export function UsageReset({ count, here }: { count: number; here: string }) {
  const t = useTexts();
  const title = t('admin.usage.question.title');
  return (
    <main id="main" className="screen">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p>{t('admin.usage.question.text', { count })}</p>
      <p>{t('admin.usage.question.kept')}</p>
      <form
        className="screen-actions"
        method="post"
        action={`${here}${here.includes('?') ? '&' : '?'}confirm=reset-all`}
      >
        <CsrfField />
        <button className="button danger" type="submit" name="intent" value="reset-all">
          {t('admin.usage.question.confirm')}
        </button>
        <a className="button quiet" href={here}>
          {t('form.cancel')}
        </a>
      </form>
    </main>
  );
}
