import { redirect } from 'react-router';
import type { z } from 'zod';
import { PasswordField } from '#app/features/accounts/account-fields.tsx';
import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { clearCredentials } from '#app/http/session/session.ts';
import { clearResetGrant, findResetGrant, keepResetGrant } from '#app/http/sign-in/reset-cookie.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { passwordResetForm } from '#app/schemas/accounts.ts';
import { isGrantValid } from '#app/services/sign-in/grants.ts';
import { resetPassword } from '#app/services/sign-in/reset-password.ts';
import type { Route } from './+types/reset-password';

export async function loader({ context, url }: Route.LoaderArgs) {
  // A CLI link has its grant in the URL; it is then moved to a cookie.
  const tempId = url.searchParams.get('tempId');
  if (tempId) {
    keepResetGrant(context, tempId);
    throw redirect('/reset-password');
  }
  const grant = findResetGrant(context);
  if (!grant || !(await isGrantValid(grant, 'reset-password'))) throw redirect('/forgot-password');
  return null;
}

export const action = pageAction({
  reset: openIntent({
    limit: perAddress('passwordReset'),
    schema: passwordResetForm,
    run: async ({ input, context }) => {
      await resetPassword(findResetGrant(context) ?? '', input.password);
      clearResetGrant(context);
      clearCredentials(context);
      return redirectWithToast(context, '/login', { key: 'passwordChanged' });
    },
  }),
});

export default function ResetPassword() {
  const t = useTexts();
  const { form, fields } = useFormReply<z.input<typeof passwordResetForm>>({ intent: 'reset' });
  return (
    <AuthCard
      id={form.id}
      title={t('auth.reset.title')}
      text={t('auth.reset.text')}
      errors={form.errors}
      onSubmit={form.onSubmit}
    >
      <PasswordField isNew label={t('auth.reset.password')} errors={fields.password.errors} isFirst />
      <PasswordField
        id="passwordConfirm"
        isNew
        label={t('auth.reset.confirm')}
        hint=""
        errors={fields.passwordConfirm.errors}
      />
      <button className="button main" type="submit">
        {t('auth.reset.submit')}
      </button>
    </AuthCard>
  );
}
