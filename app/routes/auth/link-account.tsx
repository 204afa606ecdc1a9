import { redirect } from 'react-router';
import { z } from 'zod';
import { AuthCard } from '#app/features/accounts/auth-card.tsx';
import { CodeField } from '#app/features/accounts/code-field.tsx';
import { useProviderLabel } from '#app/features/accounts/use-provider-label.ts';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { findPendingTempId, forgetPendingLink, readPendingLink } from '#app/http/sign-in/pending-link.ts';
import { enterBrowser } from '#app/http/sign-in/sign-in-redirect.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { codeOnly } from '#app/schemas/accounts.ts';
import { sendLinkCode, signInWithLinkCode } from '#app/services/providers/prove-by-code.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import type { Route } from './+types/link-account';

const onward = z.object({ redirectTo: z.string().optional() });
const schema = codeOnly.extend(onward.shape);

export async function loader({ context, url }: Route.LoaderArgs) {
  const link = await readPendingLink(context);
  if (!link) throw redirect('/login');
  return { link, redirectTo: safePath(url.searchParams.get('redirectTo')) };
}

const pagePath = (path: string, redirectTo: string | undefined) =>
  `${path}?${new URLSearchParams({ redirectTo: safePath(redirectTo) })}`;

export const action = pageAction({
  confirm: openIntent({
    limit: perAddress('codeCheck'),
    schema,
    run: async ({ input, context, request }) => {
      const tempId = findPendingTempId(context) ?? '';
      const { entry, email } = await signInWithLinkCode(tempId, input.code, request.headers.get('User-Agent'));
      return await enterBrowser(context, entry, email, safePath(input.redirectTo));
    },
  }),
  send: openIntent({
    limit: perAddress('mailFromAddress'),
    schema: onward,
    run: async ({ input, context }) => {
      await sendLinkCode(findPendingTempId(context) ?? '', getLanguage(context));
      return redirectWithToast(context, pagePath('/link-account', input.redirectTo), { key: 'codeSent' });
    },
  }),
  cancel: openIntent({
    schema: onward,
    run: async ({ input, context }) => {
      forgetPendingLink(context);
      return redirect(pagePath('/login', input.redirectTo), 303);
    },
  }),
});

export default function LinkAccount({ loaderData: { link, redirectTo } }: Route.ComponentProps) {
  const t = useTexts();
  const labelOf = useProviderLabel();
  const provider = labelOf(link.providerName);
  const { form, fields } = useFormReply<z.input<typeof schema>>({ intent: 'confirm' });
  const resend = useFormReply({ intent: 'send' });
  return (
    <AuthCard
      id={form.id}
      title={t('auth.link.title', { provider })}
      text={t('auth.link.code', { email: link.email, provider })}
      errors={form.errors ?? resend.form.errors}
      onSubmit={form.onSubmit}
      footer={
        <form method="post" className="resend">
          <CsrfField />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <span>{t('auth.verify.nothing')}</span>
          <button className="link" type="submit" name="intent" value="send">
            {t('auth.verify.resend')}
          </button>
          <button className="link" type="submit" name="intent" value="cancel">
            {t('auth.link.cancel')}
          </button>
        </form>
      }
    >
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <CodeField hint={t('auth.verify.hint')} errors={fields.code.errors} />
      <button className="button main" type="submit">
        {t('auth.verify.submit')}
      </button>
    </AuthCard>
  );
}
