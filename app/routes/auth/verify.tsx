import { redirect, useSearchParams } from 'react-router';
import { z } from 'zod';
import { EmailField } from '#app/components/account-fields.tsx';
import { AuthCard } from '#app/components/auth-card.tsx';
import { CodeField } from '#app/components/code-field.tsx';
import { useFormReply } from '#app/components/use-form-reply.ts';
import { AppError } from '#app/errors.ts';
import { perAddress } from '#app/http/limits.ts';
import { getLanguage } from '#app/http/locale.ts';
import { openIntent, pageAction } from '#app/http/page-action.ts';
import { takeRegistration } from '#app/http/registration-cookie.ts';
import { keepResetGrant } from '#app/http/reset-cookie.ts';
import { safePath } from '#app/http/safe-redirect.ts';
import { signInBrowser } from '#app/http/sign-in-browser.ts';
import { redirectWithToast } from '#app/http/toast.ts';
import { CODE_TYPES, codeCheck, codeRequest } from '#app/schemas/accounts.ts';
import { confirmEmailChange } from '#app/services/accounts/change-email.ts';
import { verifyResetCode } from '#app/services/accounts/reset-password.ts';
import { sendCode } from '#app/services/accounts/send-code.ts';
import { verifyAccount } from '#app/services/accounts/verify-account.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

const schema = codeCheck.omit({ tempId: true }).extend({ redirectTo: z.string().optional() });

export const action = pageAction({
  verify: openIntent({
    limit: perAddress('codeCheck'),
    schema,
    run: async ({ actor, input, context, request }) => {
      const { email, code, type } = input;
      if (type === 'reset-password') {
        const { tempId } = await verifyResetCode(email, code);
        keepResetGrant(context, tempId);
        return redirect('/reset-password', 303);
      }
      if (type === '2fa') throw new AppError('invalidTempId');
      if (type === 'change-email') {
        if (!actor) throw new AppError('authenticationFailed');
        await confirmEmailChange(actor, email, code);
        return redirectWithToast(context, '/settings', { key: 'emailChanged' });
      }
      const device = { userAgent: request.headers.get('User-Agent'), remember: false };
      const outcome = await verifyAccount({ email, code, registrationToken: takeRegistration(context) }, device);
      if ('passwordRequired' in outcome) {
        keepResetGrant(context, outcome.tempId);
        return redirect('/reset-password', 303);
      }
      await signInBrowser(context, outcome.credentials);
      return redirectWithToast(context, safePath(input.redirectTo), { key: 'welcome' });
    },
  }),
  resend: openIntent({
    limit: perAddress('mailFromAddress'),
    schema: codeRequest.omit({ tempId: true }),
    run: async ({ actor, input, context, url }) => {
      if (input.type === 'change-email' && !actor) throw new AppError('authenticationFailed');
      await sendCode(input, getLanguage(context));
      return redirectWithToast(context, `/verify${url.search}`, { key: 'codeSent' });
    },
  }),
});

export default function Verify() {
  const t = useTexts();
  const [query] = useSearchParams();
  const type = CODE_TYPES.find((known) => known === query.get('type')) ?? 'register';
  const email = query.get('email') ?? '';
  const { form, fields, problem } = useFormReply<z.input<typeof schema>>({
    intent: 'verify',
    defaultValue: { email, type },
  });
  const resend = useFormReply<{ email: string }>({ intent: 'resend', defaultValue: { email } });
  const sentTo = problem ? fields.email.initialValue : resend.fields.email.initialValue;
  return (
    <div className="stack">
      <AuthCard
        id={form.id}
        title={t('auth.verify.title')}
        text={email ? t('auth.verify.sentTo', { email }) : t('auth.verify.text')}
        errors={form.errors ?? resend.form.errors}
        onSubmit={form.onSubmit}
        footer={
          <form method="post" className="resend">
            <CsrfField />
            <input type="hidden" name="intent" value="resend" />
            <input type="hidden" name="type" value={type} />
            <input type="hidden" name="email" value={sentTo ?? email} />
            <span>{t('auth.verify.nothing')}</span>
            <button className="link" type="submit">
              {t('auth.verify.resend')}
            </button>
          </form>
        }
      >
        <input type="hidden" name="intent" value="verify" />
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="redirectTo" value={query.get('redirectTo') ?? ''} />
        <EmailField
          defaultValue={fields.email.initialValue ?? email}
          errors={fields.email.errors ?? resend.fields.email.errors}
        />
        <CodeField errors={fields.code.errors} />
        <button className="button main" type="submit">
          {t('auth.verify.submit')}
        </button>
      </AuthCard>
    </div>
  );
}
