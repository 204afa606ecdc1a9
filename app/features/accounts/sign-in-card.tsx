import { useSearchParams } from 'react-router';
import { EmailField, PasswordField } from '#app/features/accounts/account-fields.tsx';
import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { KeptText } from '#app/features/accounts/kept-text.tsx';
import { LinkNotice } from '#app/features/accounts/link-notice.tsx';
import { ProviderButtons } from '#app/features/accounts/provider-buttons.tsx';
import { useFailureText } from '#app/features/accounts/use-failure-text.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ProviderFailure, ProviderName } from '#app/schemas/providers.ts';
import type { OpenLink } from '#app/services/providers/pending-links.ts';

type SignInCardProps = {
  providers: readonly ProviderName[];
  /** Reason why a sign-in with a provider failed. */
  failure?: ProviderFailure | null;
  /** Shown instead of `failure`. */
  errors?: string[] | undefined;
  /** A provider to be linked once its account has signed in. */
  linking?: OpenLink | null;
  /** Values already entered in another form. */
  given?: { email?: string | undefined; redirectTo?: string | undefined };
};

/** Renders every sign-in method: password and configured providers. */
export function SignInCard({ providers, failure, errors, linking, given }: SignInCardProps) {
  const t = useTexts();
  const { sessionDays: days = 30, hasPasswords = true, terms = null } = useRootData() ?? {};
  const failureText = useFailureText();
  const [query] = useSearchParams();
  const { form, fields } = useFormReply<{
    email: string;
    password: string;
    remember: string;
    redirectTo: string;
    unsent: string;
  }>({
    intent: 'sign-in',
    defaultValue: { redirectTo: query.get('redirectTo') ?? given?.redirectTo ?? '', email: given?.email ?? '' },
  });
  const redirectTo = fields.redirectTo.initialValue ?? '';
  const carried = redirectTo ? `?${new URLSearchParams({ redirectTo })}` : '';
  const problems = form.errors ?? errors ?? (failure ? [failureText(failure)] : undefined);
  const email = fields.email.initialValue || linking?.email;
  const asksPassword = hasPasswords && (linking?.hasPassword ?? true);
  return (
    <AuthCard
      id={form.id}
      title={t('auth.welcomeBack')}
      errors={problems}
      action={`/login${carried}`}
      onSubmit={form.onSubmit}
      notice={
        <>
          <KeptText redirectTo={redirectTo} hasForm={Boolean(fields.unsent.initialValue)} />
          {linking ? <LinkNotice link={linking} redirectTo={redirectTo} /> : null}
        </>
      }
      footer={
        hasPasswords || terms ? (
          <>
            {hasPasswords ? <a href="/forgot-password">{t('auth.forgot.link')}</a> : null}
            {hasPasswords ? <a href={`/register${carried}`}>{t('auth.createAccount')}</a> : null}
            {terms ? <a href="/terms">{t('terms.title')}</a> : null}
          </>
        ) : null
      }
    >
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {fields.unsent.initialValue ? <input type="hidden" name="unsent" value={fields.unsent.initialValue} /> : null}
      {asksPassword ? (
        <>
          <EmailField defaultValue={email} errors={fields.email.errors} isFirst={!(problems || email)} />
          <PasswordField errors={fields.password.errors} isFirst={!problems && Boolean(email)} />
        </>
      ) : null}
      {asksPassword || !hasPasswords ? (
        <label className="check">
          <input type="checkbox" name="remember" defaultChecked={fields.remember.initialValue === 'on'} />
          {t('auth.remember', { count: days })}
        </label>
      ) : null}
      {asksPassword ? (
        <button className="button main" type="submit">
          {t('auth.signIn')}
        </button>
      ) : null}
      <ProviderButtons providers={providers.filter((name) => name !== linking?.providerName)} />
    </AuthCard>
  );
}
