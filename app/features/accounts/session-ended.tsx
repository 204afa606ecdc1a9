import { EmailField, PasswordField } from '#app/features/accounts/account-fields.tsx';
import { ProviderButtons } from '#app/features/accounts/provider-buttons.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { UnsentForm } from '#app/schemas/problem.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type SessionEndedProps = Omit<UnsentForm, 'unsentForm'> & { form: UnsentForm['unsentForm'] };

/**
 * Renders the sign-in form after a form was posted without a session. It contains the posted fields, so that nothing is
 * lost.
 */
export function SessionEnded({ form, hasFiles, providers }: SessionEndedProps) {
  const t = useTexts();
  return (
    <main id="main" className="centre">
      <PageTitle>{t('auth.signIn')}</PageTitle>
      <div className="card stack">
        <form className="stack" method="post" action="/login">
          <h1>{t('auth.sessionEnded.title')}</h1>
          <FormSummary errors={[t('auth.sessionEnded.text')]} isNotice />
          {hasFiles ? <p>{t('auth.sessionEnded.files')}</p> : null}
          <CsrfField />
          <input type="hidden" name="redirectTo" value={form.path} />
          <input type="hidden" name="unsent" value={JSON.stringify(form)} />
          <EmailField />
          <PasswordField />
          <button className="button main" type="submit">
            {t('auth.signIn')}
          </button>
        </form>
        {providers.length > 0 ? <SignInBeside form={form} providers={providers} /> : null}
      </div>
    </main>
  );
}

/** A provider opens in another tab: a redirect there and back would lose the form. */
function SignInBeside({ form, providers }: Omit<SessionEndedProps, 'hasFiles'>) {
  const t = useTexts();
  return (
    <>
      <form className="stack" method="post">
        <CsrfField />
        <ProviderButtons providers={providers} target="_blank" />
      </form>
      <form className="stack" method="post" action={form.path}>
        <CsrfField />
        {Object.entries(form.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="quiet-text">{t('auth.sessionEnded.beside')}</p>
        <button className="button" type="submit">
          {t('auth.sessionEnded.goOn')}
        </button>
      </form>
    </>
  );
}
