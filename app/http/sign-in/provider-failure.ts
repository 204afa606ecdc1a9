import { type RouterContextProvider, redirect } from 'react-router';
import type { AppError } from '#app/errors.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { redirectWithToast, type Toast } from '#app/http/page-state/toast.ts';
import { cookiesContext, ownCookie } from '#app/http/request/cookies.ts';
import { findActor } from '#app/http/session/session.ts';
import { FAILURES, isFailure, isProvider, type ProviderFailure } from '#app/schemas/providers.ts';
import { labelOfProvider } from '#app/services/providers/label-of-provider.ts';

type Context = Readonly<RouterContextProvider>;

const COOKIE = 'arbor_provider_failure';

/**
 * Ends a failed social sign-in: redirects to the sign-in page, which shows the reason; for a signed-in user to the page
 * they came from.
 */
export function redirectWithFailure(context: Context, failure: ProviderFailure, redirectTo: string | null): Response {
  const { reason, provider } = failure;
  if (findActor(context)) {
    return redirectWithToast(context, redirectTo ?? '/', failureToast(failure));
  }
  context.get(cookiesContext).set(ownCookie(COOKIE), `${reason}.${provider ?? ''}`, { maxAge: 60 });
  const query = redirectTo && redirectTo !== '/' ? `?${new URLSearchParams({ redirectTo })}` : '';
  return redirect(`/login${query}`, 303);
}

export function failureToast({ reason, provider }: ProviderFailure): Toast {
  const values = { provider: provider ? labelOfProvider(provider) : '' };
  return { key: `provider.${reason}`, values, variant: 'destructive' };
}

/** Returns the reason of the last failed sign-in and clears it. */
export function takeFailure(context: Context): ProviderFailure | null {
  const cookies = context.get(cookiesContext);
  const value = cookies.get(ownCookie(COOKIE));
  if (!value) return null;
  cookies.clear(ownCookie(COOKIE));
  const [reason, provider] = value.split('.');
  return isFailure(reason) ? { reason, provider: isProvider(provider) ? provider : null } : null;
}

/** Returns the failure in a provider service's error; null for other errors. */
export function failureOf({ data }: AppError): ProviderFailure | null {
  const reason = (data as Partial<ProviderFailure> | null)?.reason;
  return isFailure(reason) ? (data as ProviderFailure) : null;
}

export const failureStatus = ({ reason }: ProviderFailure): number => statusOf(FAILURES[reason]);
