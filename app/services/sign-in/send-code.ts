import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { CodeType } from '#app/schemas/accounts.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { requirePasswordSignIn } from '#app/services/sign-in/password-rule.ts';
import { NOBODY, type Requester } from '#app/services/sign-in/requester.ts';
import { getSecondFactorChoice } from '#app/services/sign-in/second-factor-choice.ts';
import { issueCode, issueCodeOrNull } from '#app/services/sign-in/verification-codes.ts';
import { writeCodeMail } from '#app/services/sign-in/write-code-mail.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Codes that visitors may request; `requestEmailChange` sends those of `change-email`. */
type SentType = Exclude<CodeType, 'change-email'>;
type CodeRequest = { email: string; type: SentType; tempId?: string | undefined };

/**
 * Mails another code. The result is the same with and without an account. Throws `requestTooFrequent` above one a
 * minute per address and type, and five an hour per address. `2fa` requires the tempId of the sign-in: throws
 * `invalidTempId`, and `permissionDenied` if the account does not use mailed codes.
 */
export async function sendCode({ email, type, tempId }: CodeRequest, lng: Language, asker: Requester): Promise<void> {
  if (type === '2fa') await requireMailFactor(tempId, email);
  await inTransaction(async () => {
    // A sign-in has one code, whichever browser it is in; its password came first.
    const code = await issueCode({ email, type, asker: type === '2fa' ? NOBODY : asker });
    await queueMail((await isExpecting(email, type)) ? writeCodeMail(email, lng, type, code) : null);
  });
}

/**
 * Starts a password reset. The result is the same with and without an account; no mail is sent within a minute of the
 * last code. Throws `permissionDenied` if passwords are switched off.
 */
export async function requestPasswordReset(email: string, lng: Language, asker: Requester): Promise<void> {
  requirePasswordSignIn();
  await inTransaction(async () => {
    const code = await issueCodeOrNull({ email, type: 'reset-password', asker });
    const isAnswered = code && (await isExpecting(email, 'reset-password'));
    await queueMail(isAnswered ? writeCodeMail(email, lng, 'reset-password', code) : null);
  });
}

async function requireMailFactor(tempId: string | undefined, email: string): Promise<void> {
  const choice = await getSecondFactorChoice(tempId);
  if (choice.email !== email) throw new AppError('invalidTempId');
  if (!choice.mail) throw new AppError('permissionDenied');
}

async function isExpecting(email: string, type: SentType): Promise<boolean> {
  const user = await (await models()).User.findOne({ where: { email } });
  return user !== null && accountAllows(type === 'register' ? 'verify' : 'signIn', user);
}
