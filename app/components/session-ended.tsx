import { EmailField, PasswordField } from '#app/components/account-fields.tsx';
import type { UnsentForm } from '#app/schemas/problem.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

/** The sign-in form in place of a page whose form came too late. It carries the fields along and gives them back. */
export function SessionEnded({ form }: { form: UnsentForm['unsentForm'] }) {
  const t = useTexts();
  return (
    <main id="main" className="centre">
      <title>{`${t('auth.signIn')} · Arbor`}</title>
      <form className="card stack" method="post" action="/login">
        <h1>{t('auth.sessionEnded.title')}</h1>
        <FormSummary errors={[t('auth.sessionEnded.text')]} />
        <CsrfField />
        <input type="hidden" name="redirectTo" value={form.path} />
        <input type="hidden" name="unsent" value={JSON.stringify(form)} />
        <EmailField />
        <PasswordField />
        <button className="button main" type="submit">
          {t('auth.signIn')}
        </button>
      </form>
    </main>
  );
}
