import { secondFactorMail } from '#app/emails/second-factor-mail.ts';
import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { requirePassword } from '#app/services/sign-in/change-password.ts';
import { requireFactor } from '#app/services/sign-in/prove-again.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from '#app/services/sign-in/recovery-codes.ts';
import { requireFactorBeside } from '#app/services/sign-in/second-factor-rule.ts';
import { inTransaction, models } from '#db/connection.ts';
import type { User } from '#db/models/user.ts';

/** The password; for an account without one, an authenticator or recovery code. */
export type OwnerProof = { password: string; code: string };

/**
 * Switches the authenticator off, or discards an unconfirmed one (without proof). Mails the owner. Throws
 * `passwordIncorrect`, `codeInvalid`, `requestTooFrequent`, and `permissionDenied` for the only factor of an account
 * that must have one.
 */
export async function removeTotp(actor: Actor, proof: OwnerProof): Promise<void> {
  const user = await (await models()).User.findByPk(actor.id);
  if (!user?.totpSecret) return;
  if (user.totpConfirmedAt) await requireOwner(actor, user, proof);
  await inTransaction(async () => {
    if (user.totpConfirmedAt) await requireFactorBeside('authenticator', actor);
    await clearTotp(user.id);
    if (!user.totpConfirmedAt) return;
    await recordEvent(actor.id, { action: 'account.totp-off', subject: actor.id });
    await queueMail(secondFactorMail(actor.email, mailLanguage(actor), 'authenticatorOff', mailOrigin()));
  });
}

/** Replaces the recovery codes by ten new ones. Throws `passwordIncorrect`, `codeInvalid`, `requestTooFrequent`. */
export async function renewRecoveryCodes(actor: Actor, proof: OwnerProof): Promise<string[]> {
  const user = await (await models()).User.findByPk(actor.id);
  if (!user?.totpConfirmedAt) throw new AppError('permissionDenied');
  await requireOwner(actor, user, proof);
  return inTransaction(async () => {
    await recordEvent(actor.id, { action: 'account.recovery-codes', subject: actor.id });
    await queueMail(secondFactorMail(actor.email, mailLanguage(actor), 'codesRenewed', mailOrigin()));
    return replaceRecoveryCodes(actor.id);
  });
}

export async function clearTotp(userId: string): Promise<void> {
  await inTransaction(async () => {
    const cleared = { totpSecret: null, totpConfirmedAt: null, totpStep: null, updatedAt: Date.now() };
    await (await models()).User.update(cleared, { where: { id: userId } });
    await removeRecoveryCodes(userId);
  });
}

async function requireOwner(actor: Actor, user: User, { password, code }: OwnerProof): Promise<void> {
  if (user.passwordHash) {
    await requirePassword(actor, password, 'password');
    return;
  }
  await requireFactor(actor, code);
}
