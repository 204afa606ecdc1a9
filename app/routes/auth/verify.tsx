import { redirect, useSearchParams } from 'react-router';
import { AppError } from '#app/errors.ts';
import { SecondFactorCard } from '#app/features/accounts/second-factor-card.tsx';
import { VerifyCard } from '#app/features/accounts/verify-card.tsx';
import { perAddress } from '#app/http/api/limit-per.ts';
import { openIntent, type Posted, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast, setToast } from '#app/http/page-state/toast.ts';
import { takeRegistration } from '#app/http/request/registration-cookie.ts';
import { requesterOf } from '#app/http/request/requester-cookies.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { keepResetGrant } from '#app/http/sign-in/reset-cookie.ts';
import { clearSecondFactorGrant, findSecondFactorGrant } from '#app/http/sign-in/second-factor-cookie.ts';
import { sendCodeFor } from '#app/http/sign-in/send-code-for.ts';
import { signInBrowser } from '#app/http/sign-in/sign-in-response.ts';
import { CODE_TYPES, codeForm, codeRequest } from '#app/schemas/accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { confirmEmailChange } from '#app/services/sign-in/change-email.ts';
import { verifyResetCode } from '#app/services/sign-in/reset-password.ts';
import { getSecondFactorChoice, type SecondFactorChoice } from '#app/services/sign-in/second-factor-choice.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { verifySecondFactor } from '#app/services/sign-in/verify-second-factor.ts';
import type { Route } from './+types/verify';

/**
 * Loads the second factors of a pending sign-in; null for other codes and after ten minutes. The mailed link for a new
 * address leads through the sign-in page, as it is also opened where nobody is signed in.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<SecondFactorChoice | null> {
  const type = url.searchParams.get('type');
  if (type === 'change-email') requireActor(context, url);
  if (type !== '2fa') return null;
  try {
    return await getSecondFactorChoice(findSecondFactorGrant(context));
  } catch (error) {
    if (error instanceof AppError && error.error === 'invalidTempId') return null;
    throw error;
  }
}

type Check = Posted<ReturnType<typeof codeForm.parse>, Actor | null>;

export const action = pageAction({
  verify: openIntent({
    limit: perAddress('codeCheck'),
    schema: codeForm,
    run: (posted) => CHECKS[posted.input.type](posted),
  }),
  resend: openIntent({
    needsProof: ({ type }) => type === 'change-email',
    limit: perAddress('mailFromAddress'),
    schema: codeRequest.omit({ tempId: true }),
    run: async ({ actor, input, context, url }) => {
      await sendCodeFor(context, actor, { ...input, tempId: findSecondFactorGrant(context) });
      const query = new URLSearchParams(url.search);
      query.set('type', input.type);
      query.set('email', input.email);
      return redirectWithToast(context, `/verify?${query}`, { key: 'codeSent' });
    },
  }),
});

const CHECKS = {
  register: async ({ input, context, request }: Check) => {
    const device = { userAgent: request.headers.get('User-Agent'), remember: false };
    const outcome = await verifyAccount({ ...input, registrationToken: takeRegistration(context) }, device);
    if ('passwordRequired' in outcome) {
      keepResetGrant(context, outcome.tempId);
      return redirectWithToast(context, '/reset-password', { key: 'codeAccepted' });
    }
    await signInBrowser(context, outcome);
    return redirectWithToast(context, safePath(input.redirectTo), { key: 'welcome' });
  },
  'reset-password': async ({ input, context }: Check) => {
    const { tempId } = await verifyResetCode(input.email, input, requesterOf(context));
    keepResetGrant(context, tempId);
    return redirectWithToast(context, '/reset-password', { key: 'codeAccepted' });
  },
  'change-email': async ({ actor, input, context }: Check) => {
    if (!actor) throw new AppError('authenticationFailed');
    await confirmEmailChange(actor, input.email, input, requesterOf(context));
    return redirectWithToast(context, '/settings', { key: 'emailChanged' });
  },
  '2fa': async ({ input, context, request, url }: Check) => {
    const proof = { ...input, tempId: findSecondFactorGrant(context) };
    const signedIn = await verifySecondFactor(proof, request.headers.get('User-Agent'));
    clearSecondFactorGrant(context);
    setToast(context, { key: 'signedIn' });
    await signInBrowser(context, signedIn);
    return redirect(safePath(input.redirectTo ?? url.searchParams.get('redirectTo')), 303);
  },
};

export default function Verify({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const type = CODE_TYPES.find((known) => known === query.get('type')) ?? 'register';
  const asked = {
    type,
    email: query.get('email') ?? '',
    redirectTo: query.get('redirectTo') ?? '',
    link: query.get('link') ?? '',
  };
  return type === '2fa' ? <SecondFactorCard {...asked} choice={loaderData} /> : <VerifyCard {...asked} />;
}
