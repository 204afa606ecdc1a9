import { redirect, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { EmailField, PasswordField } from '#app/features/accounts/account-fields.tsx';
import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { ProviderButtons } from '#app/features/accounts/provider-buttons.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { TermsField } from '#app/features/terms/terms-field.tsx';
import { perAddress } from '#app/http/api/limit-per.ts';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { keepRegistration } from '#app/http/request/registration-cookie.ts';
import { requesterOf } from '#app/http/request/requester-cookies.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { findActor } from '#app/http/session/session.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import { registration } from '#app/schemas/accounts.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { type RegistrationRule, registrationRule } from '#app/services/sign-in/registration-rule.ts';
import type { Route } from './+types/register';

export function loader({ context, url }: Route.LoaderArgs) {
  if (findActor(context)) throw redirect(safePath(url.searchParams.get('redirectTo')));
  return { providers: listProviders(), rule: registrationRule() };
}

export const action = pageAction({
  register: openIntent({
    limit: perAddress('mailFromAddress'),
    schema: registration,
    run: async ({ input, context, url }) => {
      const { email, registrationToken } = await registerAccount(input, getLanguage(context), requesterOf(context));
      keepRegistration(context, registrationToken);
      const wanted = url.searchParams.get('redirectTo');
      const query = new URLSearchParams({ type: 'register', email, ...(wanted ? { redirectTo: wanted } : {}) });
      return redirectWithToast(context, `/verify?${query}`, { key: 'checkMail' });
    },
  }),
});

export default function Register({ loaderData }: Route.ComponentProps) {
  const t = useTexts();
  const { hasPasswords = true, terms = null } = useRootData() ?? {};
  const [query] = useSearchParams();
  const { form, fields } = useFormReply<z.input<typeof registration>>({ intent: 'register' });
  return (
    <AuthCard
      id={form.id}
      title={t('auth.createAccount')}
      text={useRuleText(loaderData.rule)}
      errors={form.errors}
      onSubmit={form.onSubmit}
      footer={
        <>
          <span>
            {t('auth.haveAccount')} <a href={`/login${query.size > 0 ? `?${query}` : ''}`}>{t('auth.signIn')}</a>
          </span>
          {terms ? <a href="/terms">{t('terms.title')}</a> : null}
        </>
      }
    >
      {hasPasswords ? (
        <>
          <EmailField defaultValue={fields.email.initialValue} errors={fields.email.errors} isFirst />
          <PasswordField isNew errors={fields.password.errors} />
          {terms ? (
            <TermsField version={terms} isChecked={fields.terms.initialValue === terms} errors={fields.terms.errors} />
          ) : null}
          <button className="button main" type="submit">
            {t('auth.signUp')}
          </button>
        </>
      ) : null}
      <input type="hidden" name="redirectTo" value={query.get('redirectTo') ?? ''} />
      <ProviderButtons providers={loaderData.providers} />
    </AuthCard>
  );
}

/** Returns a sentence on who may register; '' if anyone may. */
function useRuleText(rule: RegistrationRule): string {
  const t = useTexts();
  const lng = useLanguage();
  if (rule.kind === 'open') return '';
  if (rule.kind !== 'domains') return t(`auth.registration.${rule.kind}`);
  const domains = new Intl.ListFormat(lng, { type: 'conjunction' }).format(rule.domains);
  return t('auth.registration.domains', { domains });
}
