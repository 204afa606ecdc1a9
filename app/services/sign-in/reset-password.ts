import { passwordChangedMail } from '#app/emails/password-changed-mail.ts';
import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { type CodeProof, consumeCode } from '#app/services/sign-in/consume-code.ts';
import { consumeGrant, createGrant, getGrant } from '#app/services/sign-in/grants.ts';
import { hashNewPassword } from '#app/services/sign-in/password-rule.ts';
import type { Requester } from '#app/services/sign-in/requester.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAccount } from '#db/locks.ts';

/** Exchanges a reset code, or its mailed link, for the grant to choose a password. Throws `codeInvalid`. */
export async function verifyResetCode(email: string, proof: CodeProof, asker: Requester): Promise<{ tempId: string }> {
  const before = await (await models()).User.findOne({ where: { email } });
  await consumeCode(email, 'reset-password', proof, asker);
  return inTransaction(async () => {
    const user = before && (await lockAccount(before.id));
    if (!user || user.email !== email || !accountAllows('signIn', user)) throw new AppError('codeInvalid');
    // A new password came in between.
    if (user.passwordHash !== before.passwordHash) throw new AppError('codeInvalid');
    return { tempId: await createGrant(user.id, 'reset-password') };
  });
}

/** Sets a new password and ends every session of the account; mails its owner. Throws `invalidTempId`. */
export async function resetPassword(tempId: string, password: string): Promise<void> {
  const passwordHash = await hashNewPassword(password);
  await inTransaction(async () => {
    const { userId } = await getGrant(tempId, 'reset-password');
    // First, as whoever holds this lock may use up the grant.
    const found = await lockAccount(userId);
    await consumeGrant(tempId, 'reset-password');
    if (!found || !accountAllows('enter', found)) throw new AppError('invalidTempId');
    await found.update({ passwordHash, updatedAt: Date.now() });
    await endSessionsOf(userId);
    await recordEvent(userId, { action: 'account.password', subject: userId, detail: { by: 'reset' } });
    await queueMail(passwordChangedMail(found.email, mailLanguage(found), mailOrigin()));
  });
}
