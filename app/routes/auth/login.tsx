import { redirect, useSearchParams } from 'react-router';
import { z } from 'zod';
import { EmailField, PasswordField } from '#app/components/account-fields.tsx';
import { AuthCard } from '#app/components/auth-card.tsx';
import { useFormReply } from '#app/components/use-form-reply.ts';
import { AppError } from '#app/errors.ts';
import { enterBrowser } from '#app/http/enter-browser.ts';
import { KEPT_QUERY } from '#app/http/kept-form.ts';
import { openIntent, pageAction } from '#app/http/page-action.ts';
import { safePath } from '#app/http/safe-redirect.ts';
import { findActor } from '#app/http/session.ts';
import { signIn as fields } from '#app/schemas/accounts.ts';
import { unsentForm } from '#app/schemas/problem.ts';
import { keepForm } from '#app/services/accounts/kept-forms.ts';
import { signIn } from '#app/services/accounts/sign-in.ts';
import { useTexts } from '#app/ui/use-texts.ts';
import type { Route } from './+types/login';

const schema = fields.extend({ redirectTo: z.string().optional(), unsent: z.string().optional() });

export function loader({ context, url }: Route.LoaderArgs) {
  if (findActor(context)) throw redirect(safePath(url.searchParams.get('redirectTo')));
  return null;
}

export const action = pageAction({
  'sign-in': openIntent({
    schema,
    run: async ({ input, context, request, url }) => {
      const wanted = safePath(input.redirectTo ?? url.searchParams.get('redirectTo'));
      try {
        const entry = await signIn(input, request.headers.get('User-Agent'));
        const userId = 'user' in entry ? entry.user.id : entry.userId;
        return enterBrowser(context, entry, input.email, await giveBack(userId, input.unsent, wanted));
      } catch (error) {
        if (!isUnverified(error)) throw error;
        throw redirect(`/verify?${new URLSearchParams({ type: 'register', email: input.email })}`, 303);
      }
    },
  }),
});

const isUnverified = (error: unknown) =>
  error instanceof AppError && error.error === 'userNotActive' && Boolean((error.data as { verify?: boolean })?.verify);

/** Where signing in leads: to the form that came too late, filled again, or to the page that was wanted. */
async function giveBack(userId: string, unsent: string | undefined, wanted: string): Promise<string> {
  const form = unsentForm(unsent);
  if (!form) return wanted;
  const url = new URL(safePath(form.path), 'http://localhost');
  url.searchParams.set(KEPT_QUERY, await keepForm(userId, form.path, form.fields));
  return url.pathname + url.search;
}

export default function Login() {
  const t = useTexts();
  const [query] = useSearchParams();
  const { form, fields: field } = useFormReply<z.input<typeof schema>>({
    intent: 'sign-in',
    defaultValue: { redirectTo: query.get('redirectTo') ?? '' },
  });
  const carried = query.size > 0 ? `?${query}` : '';
  return (
    <AuthCard
      id={form.id}
      title={t('auth.welcomeBack')}
      errors={form.errors}
      onSubmit={form.onSubmit}
      footer={
        <>
          <a href="/forgot-password">{t('auth.forgot.link')}</a>
          <a href={`/register${carried}`}>{t('auth.createAccount')}</a>
        </>
      }
    >
      <input type="hidden" name="redirectTo" value={field.redirectTo.initialValue ?? ''} />
      {field.unsent.initialValue ? <input type="hidden" name="unsent" value={field.unsent.initialValue} /> : null}
      <EmailField defaultValue={field.email.initialValue} errors={field.email.errors} />
      <PasswordField errors={field.password.errors} />
      <label className="check">
        <input type="checkbox" name="remember" defaultChecked={field.remember.initialValue === 'on'} />
        {t('auth.remember')}
      </label>
      <button className="button main" type="submit">
        {t('auth.signIn')}
      </button>
    </AuthCard>
  );
}
