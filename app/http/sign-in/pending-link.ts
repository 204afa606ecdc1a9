import type { RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { setToast } from '#app/http/page-state/toast.ts';
import { cookiesContext, ownCookie } from '#app/http/request/cookies.ts';
import { failureOf, failureToast } from '#app/http/sign-in/provider-failure.ts';
import { log } from '#app/observability/log.ts';
import { labelOfProvider } from '#app/services/providers/label-of-provider.ts';
import {
  acceptPendingLink,
  findPendingLink,
  type OpenLink,
  PENDING_LINK_TTL_SECONDS,
} from '#app/services/providers/pending-links.ts';

type Context = Readonly<RouterContextProvider>;

const COOKIE = 'arbor_link';

/** Stores a pending provider link in this browser until its account signs in. */
export function keepPendingLink(context: Context, tempId: string): void {
  context.get(cookiesContext).set(ownCookie(COOKIE), tempId, { maxAge: PENDING_LINK_TTL_SECONDS });
}

export function findPendingTempId(context: Context): string | undefined {
  return context.get(cookiesContext).get(ownCookie(COOKIE));
}

export function forgetPendingLink(context: Context): void {
  context.get(cookiesContext).clear(ownCookie(COOKIE));
}

export async function readPendingLink(context: Context): Promise<OpenLink | null> {
  const tempId = findPendingTempId(context);
  return tempId ? findPendingLink(tempId) : null;
}

/** Completes a pending provider link after a sign-in. A failure does not fail the sign-in. */
export async function finishPendingLink(context: Context, sessionId: string): Promise<void> {
  const tempId = findPendingTempId(context);
  if (!tempId) return;
  forgetPendingLink(context);
  try {
    const provider = await acceptPendingLink(tempId, sessionId);
    if (provider) setToast(context, { key: 'providerLinked', values: { provider: labelOfProvider(provider) } });
  } catch (error) {
    const failure = error instanceof AppError ? failureOf(error) : null;
    if (failure) setToast(context, failureToast(failure));
    else log.error({ error, event: 'link-failed' }, 'a provider was not linked');
  }
}
