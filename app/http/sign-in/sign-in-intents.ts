import { redirect } from 'react-router';
import { intent } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireSessionId } from '#app/http/session/proof.ts';
import { showOnce } from '#app/http/session/shown-once.ts';
import { callbackUri, keepAttempt } from '#app/http/sign-in/provider-attempt.ts';
import { sendCodeFor } from '#app/http/sign-in/send-code-for.ts';
import { signInBrowser } from '#app/http/sign-in/sign-in-response.ts';
import { providerChoice } from '#app/schemas/provider-choice.ts';
import { emailChange, factorChoice, ownerProof, passwordChange, totpConfirmation } from '#app/schemas/settings.ts';
import { beginProviderSignIn } from '#app/services/providers/begin-provider-sign-in.ts';
import { unlinkProvider } from '#app/services/providers/unlink-provider.ts';
import { isSessionRemembered } from '#app/services/sessions/find-session.ts';
import { changePassword } from '#app/services/sign-in/change-password.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { removeTotp, renewRecoveryCodes } from '#app/services/sign-in/remove-totp.ts';
import { confirmTotp, startTotp } from '#app/services/sign-in/set-up-totp.ts';

const saved = { key: 'saved' };

/** Intents of the settings that change how an account signs in: password, address, providers, second factor. */
export const signInIntents = {
  password: intent({
    schema: passwordChange,
    run: async ({ actor, input, context, request }) => {
      const remember = await isSessionRemembered(requireSessionId(context));
      const device = { userAgent: request.headers.get('User-Agent'), remember };
      await signInBrowser(context, { user: actor, credentials: await changePassword(actor, input, device) });
      return redirectWithToast(context, '/settings#save-password', { key: 'passwordSet' });
    },
  }),
  email: intent({
    needsProof: true,
    schema: emailChange,
    run: async ({ actor, input, context }) => {
      await sendCodeFor(context, actor, { email: input.email, type: 'change-email' });
      const query = new URLSearchParams({ type: 'change-email', email: input.email });
      return redirectWithToast(context, `/verify?${query}`, { key: 'checkMail' });
    },
  }),
  'provider-link': intent({
    needsProof: true,
    schema: providerChoice,
    run: async ({ actor, input, context, url }) => {
      const { name, url: destination, attempt } = await beginProviderSignIn(input.provider, callbackUri(url));
      keepAttempt(context, { name, ...attempt, redirectTo: '/settings', remember: false, linkFor: actor.id });
      return redirect(destination, 303);
    },
  }),
  'provider-unlink': intent({
    needsProof: true,
    schema: providerChoice,
    run: async ({ actor, input, context }) => {
      await unlinkProvider(actor, input.provider);
      return redirectWithToast(context, '/settings#sign-in-methods', { key: 'providerUnlinked' });
    },
  }),
  'two-factor': intent({
    needsProof: true,
    schema: factorChoice,
    run: async ({ actor, input, context }) => {
      await setMailFactor(actor, input.enabled);
      return redirectWithToast(context, '/settings#second-factor', {
        key: input.enabled ? 'mailFactorOn' : 'mailFactorOff',
      });
    },
  }),
  'totp-start': intent({
    needsProof: true,
    run: async ({ actor, context }) => {
      await startTotp(actor);
      return redirectWithToast(context, '/settings#second-factor', { key: 'totpStarted' });
    },
  }),
  'totp-confirm': intent({
    needsProof: true,
    schema: totpConfirmation,
    run: async ({ actor, input, context }) => {
      showOnce(context, { recoveryCodes: await confirmTotp(actor, input.code) });
      return redirectWithToast(context, '/settings', { key: 'authenticatorOn' });
    },
  }),
  'totp-remove': intent({
    schema: ownerProof,
    run: async ({ actor, input, context }) => {
      await removeTotp(actor, input);
      return redirectWithToast(context, '/settings#second-factor', { key: 'authenticatorOff' });
    },
  }),
  'recovery-codes': intent({
    schema: ownerProof,
    run: async ({ actor, input, context }) => {
      showOnce(context, { recoveryCodes: await renewRecoveryCodes(actor, input) });
      return redirectWithToast(context, '/settings', saved);
    },
  }),
};
