import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { bindRequester } from '#app/http/request/requester-cookies.ts';
import { requireSessionId } from '#app/http/session/proof.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import type { codeRequest } from '#app/schemas/accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { requestEmailChange } from '#app/services/sign-in/change-email.ts';
import { sendCode } from '#app/services/sign-in/send-code.ts';

/**
 * Mails the requested code and binds it to this browser. Throws `authenticationFailed` for the new address of a
 * visitor, and the errors of `requestEmailChange` and `sendCode`.
 */
export async function sendCodeFor(
  context: Readonly<RouterContextProvider>,
  actor: Actor | null,
  { email, type, tempId }: z.output<typeof codeRequest>,
): Promise<void> {
  const lng = getLanguage(context);
  if (type !== 'change-email') return sendCode({ email, type, tempId }, lng, bindRequester(context, type));
  if (!actor) throw new AppError('authenticationFailed');
  const sessionId = requireSessionId(context);
  await requestEmailChange(actor, { email, sessionId }, lng, bindRequester(context, type));
}
