import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { type AccountDetails, accountDetails, hasSecondFactor } from '#app/services/accounts/account-details.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { type Credentials, type Device, startSession } from '#app/services/sessions/start-session.ts';
import { createGrant } from '#app/services/sign-in/grants.ts';
import { NOBODY } from '#app/services/sign-in/requester.ts';
import { issueCodeOrNull } from '#app/services/sign-in/verification-codes.ts';
import { writeCodeMail } from '#app/services/sign-in/write-code-mail.ts';
import { inTransaction } from '#db/connection.ts';
import { lockAccount } from '#db/locks.ts';

export type SignedIn = { user: AccountDetails; credentials: Credentials };
/** The first proof succeeded; pass this tempId to `verifySecondFactor`. */
export type SecondFactorAsked = { twoFactor: true; tempId: string; userId: string };
export type Entry = SignedIn | SecondFactorAsked;

/**
 * Continues after the first proof (a password, a provider): starts a session or requires the second factor. Without an
 * authenticator, mails a code, at most one a minute unless the last one was used. `verifiedHash` is the hash of the
 * password that was the proof. Throws `userNotActive`, and `passwordIncorrect` if the password was changed meanwhile.
 */
export async function enterAccount(userId: string, device: Device, verifiedHash?: string | null): Promise<Entry> {
  return inTransaction(async () => {
    const user = await lockAccount(userId);
    if (!user || !accountAllows('enter', user)) throw new AppError('userNotActive');
    if (verifiedHash !== undefined && user.passwordHash !== verifiedHash) throw new AppError('passwordIncorrect');
    if (!hasSecondFactor(user)) {
      return { user: await accountDetails(user), credentials: await startSession(user.id, device) };
    }
    const tempId = await createGrant(user.id, '2fa', { remember: device.remember });
    const code = user.totpConfirmedAt
      ? null
      : await issueCodeOrNull({ email: user.email, type: '2fa', asker: NOBODY, afterUse: true });
    if (code) await queueMail(writeCodeMail(user.email, mailLanguage(user), '2fa', code));
    return { twoFactor: true, tempId, userId: user.id };
  });
}
