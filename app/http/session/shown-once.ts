import type { RouterContextProvider } from 'react-router';
import { cookiesContext, ownCookie } from '#app/http/request/cookies.ts';
import { findActor } from '#app/http/session/session.ts';
import { openText, sealText } from '#app/services/crypto/sealed-text.ts';

type Context = Readonly<RouterContextProvider>;

/** A secret that its owner can read only once. */
export type ShownOnce = { token: { name: string; value: string } } | { recoveryCodes: string[] };

const COOKIE = 'arbor_shown_once';
const TTL_SECONDS = 60;
const PURPOSE = 'shown-once';

/** Passes a secret across the redirect to the page that shows it, sealed for this account. */
export function showOnce(context: Context, secret: ShownOnce): void {
  const owner = findActor(context);
  if (!owner) return;
  const sealed = sealText(PURPOSE, owner.id, JSON.stringify(secret));
  context.get(cookiesContext).set(ownCookie(COOKIE), sealed, { maxAge: TTL_SECONDS });
}

/** Returns the secret for this page and clears it. */
export function takeShownOnce(context: Context): ShownOnce | null {
  const cookies = context.get(cookiesContext);
  const [owner, sealed] = [findActor(context), cookies.get(ownCookie(COOKIE))];
  if (!sealed || !owner) return null;
  cookies.clear(ownCookie(COOKIE));
  const text = openText(PURPOSE, owner.id, sealed);
  return text === null ? null : (JSON.parse(text) as ShownOnce);
}
