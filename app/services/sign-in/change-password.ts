import { passwordChangedMail } from '#app/emails/password-changed-mail.ts';
import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { signedInCounter } from '#app/services/limits/counter.ts';
import { countSignInAttempt, resetSignInAttempts } from '#app/services/limits/sign-in-throttle.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { type Credentials, type Device, startSession } from '#app/services/sessions/start-session.ts';
import { verifyPassword } from '#app/services/sign-in/password-hash.ts';
import { hashNewPassword } from '#app/services/sign-in/password-rule.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAccount } from '#db/locks.ts';

type Passwords = { currentPassword: string; password: string };

/**
 * Sets a new password, ends every session and starts a new one for this device; mails the owner. Throws
 * `passwordNotSet`, `passwordIncorrect`, `userNotActive`.
 */
export async function changePassword(actor: Actor, input: Passwords, device: Device): Promise<Credentials> {
  const verifiedHash = await requirePassword(actor, input.currentPassword, 'currentPassword');
  const passwordHash = await hashNewPassword(input.password);
  return inTransaction(async () => {
    const user = await lockAccount(actor.id);
    if (!user || !accountAllows('enter', user)) throw new AppError('userNotActive');
    // A reset came in between.
    if (user.passwordHash !== verifiedHash) throw incorrect('currentPassword');
    await user.update({ passwordHash, updatedAt: Date.now() });
    await endSessionsOf(actor.id);
    await recordEvent(actor.id, { action: 'account.password', subject: actor.id, detail: { by: 'change' } });
    await queueMail(passwordChangedMail(actor.email, mailLanguage(actor), mailOrigin()));
    return startSession(actor.id, device);
  });
}

/**
 * Verifies the owner's password again and returns its hash; counts attempts per account. Throws `passwordNotSet`,
 * `requestTooFrequent`, and `passwordIncorrect` for the field.
 */
export async function requirePassword(actor: Actor, password: string, field: string): Promise<string> {
  const user = await (await models()).User.findByPk(actor.id);
  if (!user?.passwordHash) throw new AppError('passwordNotSet');
  // Separate from sign-in attempts, which strangers can exhaust.
  const tries = signedInCounter(user.id);
  await countSignInAttempt(tries);
  if (!(await verifyPassword(user.passwordHash, password))) throw incorrect(field);
  await resetSignInAttempts(tries);
  return user.passwordHash;
}

const incorrect = (field: string) =>
  new AppError('passwordIncorrect', { fields: { [field]: [{ key: 'password.incorrect' }] } });
