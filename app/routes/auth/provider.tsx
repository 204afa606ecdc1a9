import { redirect } from 'react-router';
import { z } from 'zod';
import { SignInCard } from '#app/features/accounts/sign-in-card.tsx';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { openIntent, pageAction } from '#app/http/forms/page-action.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { keepUnsent } from '#app/http/session/saved-form.ts';
import { callbackUri, keepAttempt } from '#app/http/sign-in/provider-attempt.ts';
import { signIn } from '#app/schemas/accounts.ts';
import type { ProviderFailure } from '#app/schemas/providers.ts';
import { beginProviderSignIn, listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import type { Route } from './+types/provider';

const schema = signIn
  .pick({ remember: true })
  .extend({ redirectTo: z.string().optional(), unsent: z.string().optional() });

// In middleware, as a loader would also run after a refused form and replace its page.
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }, next) => {
    if (request.method === 'GET') throw redirect('/login');
    return next();
  },
];

export const loader = () => ({ providers: listProviders() });

export const action = pageAction({
  depart: openIntent({
    limit: perAddress('providerStart'),
    schema,
    run: async ({ actor, input, params, context, url }) => {
      const { name, url: destination, attempt } = await beginProviderSignIn(params.provider ?? '', callbackUri(url));
      const wanted = safePath(input.redirectTo);
      const redirectTo = actor ? await keepUnsent(actor.id, input.unsent, wanted) : wanted;
      keepAttempt(context, { name, ...attempt, redirectTo, remember: input.remember, linkFor: null });
      return redirect(destination, 303);
    },
  }),
});

/** Renders a refused form: the originating page with the reason. */
export default function Provider({ loaderData }: Route.ComponentProps) {
  const problem = useProblem();
  const failure = problem?.data as ProviderFailure | null | undefined;
  const given = problem?.result.initialValue as { email?: string; redirectTo?: string } | undefined;
  const errors = failure ? undefined : (problem?.result.error?.[''] ?? undefined);
  return (
    <SignInCard
      providers={loaderData.providers}
      failure={failure ?? null}
      errors={errors}
      given={{ email: given?.email, redirectTo: given?.redirectTo }}
    />
  );
}
