import { ProviderButtons } from '#app/features/accounts/provider-buttons.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ProofForm } from '#app/schemas/problem.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

/** Repeats a form whose action requires proof, with its values and a field for the proof. */
export function ProofNeeded({ path, fields, ways, problem, provider, providers }: ProofForm['proofForm']) {
  const t = useTexts();
  const isRetry = problem !== null;
  const errorsOf = (field: 'password' | 'code') => (problem?.field === field ? [problem.text] : undefined);
  const canType = ways.some((way) => way !== 'provider');
  return (
    <main id="main" className="centre">
      <PageTitle>{t('auth.proof.title')}</PageTitle>
      <div className="card stack">
        <form className="stack" method="post" action={path}>
          <h1>{t('auth.proof.title')}</h1>
          {isRetry ? <FormSummary errors={[problem.text]} /> : <p className="quiet-text">{t('auth.proof.text')}</p>}
          <CsrfField />
          <HiddenFields fields={fields} />
          {ways.includes('password') ? (
            <Field
              id="proof-password"
              name="proofPassword"
              type="password"
              label={t('auth.password')}
              autoComplete="current-password"
              errors={errorsOf('password')}
              isFirst={!isRetry}
            />
          ) : null}
          {ways.includes('totp') ? (
            <Field
              id="proof-code"
              name="proofCode"
              label={t('auth.proof.code')}
              autoComplete="one-time-code"
              errors={errorsOf('code')}
              isFirst={!isRetry && !ways.includes('password')}
            />
          ) : null}
          {canType ? (
            <button className="button main" type="submit">
              {t('auth.proof.submit')}
            </button>
          ) : null}
          <a className="button quiet" href={path}>
            {t('form.cancel')}
          </a>
        </form>
        {ways.includes('provider') ? (
          <form className="stack" method="post">
            <CsrfField />
            <p className="quiet-text">{t('auth.proof.provider')}</p>
            <HiddenFields fields={provider} />
            <ProviderButtons providers={providers} />
          </form>
        ) : null}
      </div>
    </main>
  );
}

function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
