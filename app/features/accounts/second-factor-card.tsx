import type { z } from 'zod';
import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { CodeField } from '#app/features/accounts/code-field.tsx';
import { ResendForm } from '#app/features/accounts/resend-form.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { codeForm } from '#app/schemas/accounts.ts';
import type { SecondFactorChoice } from '#app/services/sign-in/second-factor-choice.ts';
import { Field } from '#app/ui/field.tsx';
import { useInstallationName } from '#app/ui/installation-name.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

type SecondFactorProps = { email: string; redirectTo: string; choice: SecondFactorChoice | null };

/** Asks for the second factor: a mailed code, an authenticator code or a recovery code. */
export function SecondFactorCard({ email, redirectTo, choice }: SecondFactorProps) {
  const t = useTexts();
  const installation = useInstallationName();
  const { form, fields } = useFormReply<z.input<typeof codeForm>>({ intent: 'verify', defaultValue: { email } });
  const resend = useFormReply<{ email: string }>({ intent: 'resend' });
  const back = redirectTo ? `/login?${new URLSearchParams({ redirectTo })}` : '/login';
  if (!choice && !form.errors) return <ExpiredCard back={back} />;
  const asksAuthenticator = choice?.authenticator ?? false;
  const hint = t(asksAuthenticator ? 'auth.secondFactor.authenticatorHint' : 'auth.verify.hint');
  return (
    <AuthCard
      id={form.id}
      title={t('auth.secondFactor.title')}
      text={
        asksAuthenticator
          ? t('auth.secondFactor.authenticatorText', { installation })
          : t('auth.verify.sentTo', { email })
      }
      errors={form.errors ?? resend.form.errors}
      onSubmit={form.onSubmit}
      footer={
        <>
          {choice?.mail ? (
            <ResendForm
              type="2fa"
              email={email}
              isKnown
              label={t(asksAuthenticator ? 'auth.secondFactor.byMail' : 'auth.verify.resend')}
            />
          ) : null}
          <a href={back}>{t('auth.forgot.back')}</a>
        </>
      }
    >
      <input type="hidden" name="intent" value="verify" />
      <input type="hidden" name="type" value="2fa" />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <CodeField
        hint={hint}
        isOptional={asksAuthenticator}
        isNumeric={asksAuthenticator && !choice?.mail}
        errors={fields.code.errors}
        isFirst
      />
      {asksAuthenticator ? (
        <details className="disclosure" open={Boolean(fields.recoveryCode.errors)}>
          <summary>{t('auth.secondFactor.lost')}</summary>
          <Field
            id="recoveryCode"
            name="recoveryCode"
            label={t('auth.secondFactor.recoveryCode')}
            hint={t('auth.secondFactor.recoveryHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            errors={fields.recoveryCode.errors}
          />
        </details>
      ) : null}
      <button className="button main" type="submit">
        {t('auth.signIn')}
      </button>
    </AuthCard>
  );
}

function ExpiredCard({ back }: { back: string }) {
  const t = useTexts();
  return (
    <div className="card stack">
      <PageTitle>{t('auth.secondFactor.title')}</PageTitle>
      <h1>{t('auth.secondFactor.title')}</h1>
      <p>{t('errors.invalidTempId')}</p>
      <a className="button main" href={back}>
        {t('auth.forgot.back')}
      </a>
    </div>
  );
}
