import { redirect } from 'react-router';
import type { z } from 'zod';
import { EmailField } from '#app/components/account-fields.tsx';
import { AuthCard } from '#app/components/auth-card.tsx';
import { useFormReply } from '#app/components/use-form-reply.ts';
import { perAddress } from '#app/http/limits.ts';
import { getLanguage } from '#app/http/locale.ts';
import { openIntent, pageAction } from '#app/http/page-action.ts';
import { emailOnly } from '#app/schemas/accounts.ts';
import { requestPasswordReset } from '#app/services/accounts/send-code.ts';
import { useTexts } from '#app/ui/use-texts.ts';

export const action = pageAction({
  forgot: openIntent({
    limit: perAddress('mailFromAddress'),
    schema: emailOnly,
    run: async ({ input, context }) => {
      await requestPasswordReset(input.email, getLanguage(context));
      return redirect(`/verify?${new URLSearchParams({ type: 'reset-password', email: input.email })}`, 303);
    },
  }),
});

export default function ForgotPassword() {
  const t = useTexts();
  const { form, fields } = useFormReply<z.input<typeof emailOnly>>({ intent: 'forgot' });
  return (
    <AuthCard
      id={form.id}
      title={t('auth.forgot.title')}
      text={t('auth.forgot.text')}
      errors={form.errors}
      onSubmit={form.onSubmit}
      footer={<a href="/login">{t('auth.forgot.back')}</a>}
    >
      <EmailField defaultValue={fields.email.initialValue} errors={fields.email.errors} />
      <button className="button main" type="submit">
        {t('auth.forgot.submit')}
      </button>
    </AuthCard>
  );
}
