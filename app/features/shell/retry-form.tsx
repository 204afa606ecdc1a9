import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';

/** Renders the page of POST-only paths: the error and the same form with a fresh token. */
export function RetryForm() {
  const t = useTexts();
  const problem = useProblem();
  const fields = Object.entries(problem?.result.initialValue ?? {});
  return (
    <main id="main" className="centre">
      <form className="card stack" method="post">
        <FormSummary errors={problem?.result.error?.[''] ?? undefined} />
        <CsrfField />
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        <button className="button main" type="submit">
          {t('screens.fault.retry')}
        </button>
      </form>
    </main>
  );
}
