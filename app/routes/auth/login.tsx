import { data, redirect } from 'react-router';
import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { SignInCard } from '#app/features/accounts/sign-in-card.tsx';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { keepUnsent } from '#app/http/session/saved-form.ts';
import { findActor } from '#app/http/session/session.ts';
import { clientOf } from '#app/http/sign-in/client.ts';
import { readPendingLink } from '#app/http/sign-in/pending-link.ts';
import { failureStatus, takeFailure } from '#app/http/sign-in/provider-failure.ts';
import { enterBrowser } from '#app/http/sign-in/sign-in-redirect.ts';
import { signIn as fields } from '#app/schemas/accounts.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import type { Route } from './+types/login';

const schema = fields.extend({ redirectTo: z.string().optional(), unsent: z.string().optional() });

export async function loader({ context, url }: Route.LoaderArgs) {
  if (findActor(context)) throw redirect(safePath(url.searchParams.get('redirectTo')));
  const failure = takeFailure(context);
  const page = { failure, providers: listProviders(), linking: await readPendingLink(context) };
  return failure ? data(page, { status: failureStatus(failure) }) : page;
}

export const action = pageAction({
  'sign-in': openIntent({
    schema,
    run: async ({ input, context, request, url }) => {
      const wanted = safePath(input.redirectTo ?? url.searchParams.get('redirectTo'));
      try {
        const entry = await signIn(input, clientOf(request, context));
        const userId = 'user' in entry ? entry.user.id : entry.userId;
        return await enterBrowser(context, entry, input.email, await keepUnsent(userId, input.unsent, wanted));
      } catch (error) {
        if (!isUnverified(error)) throw error;
        throw redirect(`/verify?${new URLSearchParams({ type: 'register', email: input.email })}`, 303);
      }
    },
  }),
});

const isUnverified = (error: unknown) =>
  error instanceof AppError && error.error === 'userNotActive' && Boolean((error.data as { verify?: boolean })?.verify);

export default function Login({ loaderData }: Route.ComponentProps) {
  return <SignInCard {...loaderData} />;
}
