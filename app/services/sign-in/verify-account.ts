import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { type AccountDetails, accountDetails } from '#app/services/accounts/account-details.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { isSameSecret, sha256 } from '#app/services/crypto/secrets.ts';
import { type Credentials, type Device, startSession } from '#app/services/sessions/start-session.ts';
import { linkInvitations } from '#app/services/shares/link-invitations.ts';
import { consumeCode } from '#app/services/sign-in/consume-code.ts';
import { createGrant } from '#app/services/sign-in/grants.ts';
import { forgetAcceptances, listAcceptances, recordAcceptance } from '#app/services/terms/accept-terms.ts';
import { inTransaction, models, select } from '#db/connection.ts';
import { lock, lockAddress } from '#db/locks.ts';
import type { User } from '#db/models/user.ts';

type Proof = { email: string; code: string; registrationToken: string | null };
export type Verification =
  | { user: AccountDetails; credentials: Credentials }
  /**
   * The code was entered in another browser than the password: the address is proved, but the password must be set
   * again.
   */
  | { tempId: string; passwordRequired: true };

/** Completes a sign-up with its code. Throws `codeInvalid`, `userNotActive`, `userExists`. */
export async function verifyAccount(proof: Proof, device: Device): Promise<Verification> {
  await consumeCode(proof.email, 'register', proof, { browser: proof.registrationToken, device: null });
  return inTransaction(async () => {
    await lockAddress(proof.email);
    const user = await (await models()).User.findOne({ where: { email: proof.email } });
    // Addresses that cannot register have a code as well, which was never mailed.
    if (!user) throw new AppError('codeInvalid');
    if (!accountAllows('enter', user)) throw new AppError('userNotActive');
    if (!accountAllows('verify', user)) throw new AppError('userExists');
    const isSameBrowser = isRegisteredFrom(user, proof.registrationToken);
    if (!isSameBrowser) user.passwordHash = null;
    if (!isSameBrowser) await forgetAcceptances(user.id);
    await markVerified(user);
    await recordEvent(user.id, { action: 'account.register', subject: user.id });
    for (const { version } of await listAcceptances(user.id)) await recordAcceptance(user.id, version);
    if (!isSameBrowser) return { tempId: await createGrant(user.id, 'reset-password'), passwordRequired: true };
    return { user: await accountDetails(user), credentials: await startSession(user.id, device) };
  });
}

function isRegisteredFrom(user: User, token: string | null): boolean {
  return Boolean(token && user.registrationHash && isSameSecret(sha256(token), user.registrationHash));
}

/**
 * Marks the address as verified: activates its invitations, and makes the first account (or a listed one) an
 * administrator.
 */
export async function markVerified(user: User): Promise<void> {
  const now = Date.now();
  if (await becomesAdministrator(user.email)) user.role = 'ADMIN';
  await user.set({ verifiedAt: user.verifiedAt ?? now, registrationHash: null, updatedAt: now }).save();
  await linkInvitations(user);
}

async function becomesAdministrator(email: string): Promise<boolean> {
  const { adminEmails } = config();
  if (adminEmails.length > 0) return adminEmails.includes(email);
  if (await isAnyoneVerified()) return false;
  // Check again under the lock: two first accounts may verify at the same moment.
  await lock('first administrator');
  return !(await isAnyoneVerified());
}

async function isAnyoneVerified(): Promise<boolean> {
  const verified = await select('SELECT id FROM users WHERE verified_at IS NOT NULL LIMIT 1');
  return verified.length > 0;
}
