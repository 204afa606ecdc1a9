import { data, type RouterContextProvider, redirect } from 'react-router';
import { AppError } from '#app/errors.ts';
import { SignInCard } from '#app/features/accounts/sign-in-card.tsx';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { findActor, sessionContext } from '#app/http/session/session.ts';
import { keepPendingLink } from '#app/http/sign-in/pending-link.ts';
import { type Attempt, callbackUri, takeAttempt } from '#app/http/sign-in/provider-attempt.ts';
import { failureOf, failureStatus, redirectWithFailure } from '#app/http/sign-in/provider-failure.ts';
import { enterBrowser } from '#app/http/sign-in/sign-in-redirect.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { KEPT_QUERY } from '#app/schemas/kept-query.ts';
import type { ProviderFailure } from '#app/schemas/providers.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import { labelOfProvider } from '#app/services/providers/label-of-provider.ts';
import { linkProvider } from '#app/services/providers/link-provider.ts';
import { proveByProvider } from '#app/services/providers/prove-by-provider.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';
import { returnFromProvider } from '#app/services/providers/return-from-provider.ts';
import { signInWithProvider } from '#app/services/providers/sign-in-with-provider.ts';
import type { Route } from './+types/auth-callback';

type Profile = Awaited<ReturnType<typeof returnFromProvider>>;
type Context = Readonly<RouterContextProvider>;

const STALE: ProviderFailure = { reason: 'stale', provider: null };

/** The only GET that changes accounts; the provider's `state` replaces the csrf token. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  // Opened directly, without a sign-in attempt to complete.
  if (!url.search) return data({ providers: listProviders() }, { status: failureStatus(STALE) });
  const attempt = await takeAttempt(context, url.searchParams.get('state'));
  if (!attempt) throw redirectWithFailure(context, STALE, null);
  try {
    const back = { name: attempt.name, redirectUri: callbackUri(url), query: url.searchParams, attempt };
    const profile = await returnFromProvider(back);
    if (attempt.linkFor) throw await link(context, attempt, profile);
    throw await enter(context, attempt, profile, request.headers.get('User-Agent'));
  } catch (error) {
    const failure = error instanceof AppError ? failureOf(error) : null;
    if (!failure) throw error;
    throw redirectWithFailure(context, failure, attempt.redirectTo);
  }
}

/** Links a provider to the account in whose settings the attempt was started. Throws for any other account. */
async function link(context: Context, { linkFor }: Attempt, profile: Profile): Promise<Response> {
  const actor = findActor(context);
  if (actor?.id !== linkFor) throw providerFailure('stale', null);
  await linkProvider(actor.id, profile, profile.groups);
  const values = { provider: labelOfProvider(profile.providerName) };
  return redirectWithToast(context, '/settings', { key: 'providerLinked', values });
}

async function enter(context: Context, attempt: Attempt, profile: Profile, userAgent: string | null) {
  const { redirectTo, remember } = attempt;
  const { session } = context.get(sessionContext);
  if (session && (await proveByProvider(session, profile))) {
    return redirectWithToast(context, redirectTo, { key: isFormKept(redirectTo) ? 'proved' : 'signedIn' });
  }
  const outcome = await signInWithProvider(profile, { userAgent, remember }, getLanguage(context));
  if ('tempId' in outcome) {
    keepPendingLink(context, outcome.tempId);
    return redirect(`/login?${new URLSearchParams({ redirectTo })}`, 303);
  }
  const onward = await enterBrowser(context, outcome.entry, outcome.email, redirectTo);
  return outcome.isNew ? redirectWithToast(context, redirectTo, { key: 'welcome' }) : onward;
}

const isFormKept = (path: string) => new URL(path, 'http://localhost').searchParams.has(KEPT_QUERY);

export default function AuthCallback({ loaderData }: Route.ComponentProps) {
  return <SignInCard providers={loaderData.providers} failure={STALE} />;
}
