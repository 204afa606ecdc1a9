import { redirect } from 'react-router';
import { FactorSetUp } from '#app/features/settings/factor-set-up.tsx';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { setUpFirstContext } from '#app/http/session/second-factor-gate.ts';
import { showOnce, takeShownOnce } from '#app/http/session/shown-once.ts';
import { factorChoice, totpConfirmation } from '#app/schemas/settings.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import { getSecondFactors } from '#app/services/sign-in/get-second-factors.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { removeTotp } from '#app/services/sign-in/remove-totp.ts';
import { confirmTotp, startTotp } from '#app/services/sign-in/set-up-totp.ts';
import type { Route } from './+types/second-factor';

const NO_PROOF = { password: '', code: '' };
const wantedOf = (url: URL) => safePath(url.searchParams.get('redirectTo'));
const again = (url: URL) => redirect(`/second-factor${url.search}`, 303);

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const shownOnce = takeShownOnce(context);
  if (!shownOnce && !context.get(setUpFirstContext)) throw redirect(wantedOf(url));
  const [factors, { hasPassword }] = await Promise.all([getSecondFactors(actor), getAccount(actor)]);
  return { factors, hasPassword, shownOnce, wanted: wantedOf(url) };
}

/** Loads the page once: recovery codes are sent once, and without them its loader leads on. */
export const shouldRevalidate = () => false;

export const action = pageAction({
  'two-factor': intent({
    needsProof: true,
    schema: factorChoice,
    run: async ({ actor, input, context, url }) => {
      await setMailFactor(actor, input.enabled);
      return redirectWithToast(context, wantedOf(url), { key: input.enabled ? 'mailFactorOn' : 'mailFactorOff' });
    },
  }),
  'totp-start': intent({
    needsProof: true,
    run: async ({ actor, url }) => {
      await startTotp(actor);
      return again(url);
    },
  }),
  'totp-confirm': intent({
    needsProof: true,
    schema: totpConfirmation,
    run: async ({ actor, input, context, url }) => {
      showOnce(context, { recoveryCodes: await confirmTotp(actor, input.code) });
      return again(url);
    },
  }),
  'totp-remove': intent({
    run: async ({ actor, url }) => {
      await removeTotp(actor, NO_PROOF);
      return again(url);
    },
  }),
});

export default function SecondFactorRoute({ loaderData }: Route.ComponentProps) {
  return <FactorSetUp {...loaderData} />;
}
