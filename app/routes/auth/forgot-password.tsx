import type { z } from 'zod';
import { EmailField } from '#app/features/accounts/account-fields.tsx';
import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { bindRequester } from '#app/http/request/requester-cookies.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { emailOnly } from '#app/schemas/accounts.ts';
import { requestPasswordReset } from '#app/services/sign-in/send-code.ts';

export const action = pageAction({
  forgot: openIntent({
    limit: perAddress('mailFromAddress'),
    schema: emailOnly,
    run: async ({ input, context }) => {
      await requestPasswordReset(input.email, getLanguage(context), bindRequester(context, 'reset-password'));
      const query = new URLSearchParams({ type: 'reset-password', email: input.email });
      return redirectWithToast(context, `/verify?${query}`, { key: 'checkMail' });
    },
  }),
});

export default function ForgotPassword() {
  const t = useTexts();
  const hasPasswords = useRootData()?.hasPasswords ?? true;
  const { form, fields } = useFormReply<z.input<typeof emailOnly>>({ intent: 'forgot' });
  return (
    <AuthCard
      id={form.id}
      title={t('auth.forgot.title')}
      text={t(hasPasswords ? 'auth.forgot.text' : 'validation.password.switchedOff')}
      errors={form.errors}
      onSubmit={form.onSubmit}
      footer={<a href="/login">{t('auth.forgot.back')}</a>}
    >
      {hasPasswords ? (
        <>
          <EmailField defaultValue={fields.email.initialValue} errors={fields.email.errors} isFirst />
          <button className="button main" type="submit">
            {t('auth.forgot.submit')}
          </button>
        </>
      ) : null}
    </AuthCard>
  );
}
