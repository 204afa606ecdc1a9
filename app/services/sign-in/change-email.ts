import { emailChangedMail } from '#app/emails/email-changed-mail.ts';
import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import { type AccountDetails, accountDetails } from '#app/services/accounts/account-details.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { linkInvitations } from '#app/services/shares/link-invitations.ts';
import { type CodeProof, consumeCode } from '#app/services/sign-in/consume-code.ts';
import { requireProof } from '#app/services/sign-in/prove-again.ts';
import type { Requester } from '#app/services/sign-in/requester.ts';
import { revokeResets } from '#app/services/sign-in/revoke-resets.ts';
import { issueCode } from '#app/services/sign-in/verification-codes.ts';
import { writeCodeMail } from '#app/services/sign-in/write-code-mail.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAccount, lockAddress } from '#db/locks.ts';
import { moveShares } from '#db/queries/shares.ts';

type NewAddress = { email: string; sessionId: string };

/**
 * Mails a code for this account to the new address, whether or not that has an account. Throws `permissionDenied`
 * without a recent proof of the session (`requireProof`), and `requestTooFrequent` within a minute.
 */
export async function requestEmailChange(
  actor: Actor,
  { email, sessionId }: NewAddress,
  lng: Language,
  asker: Requester,
): Promise<void> {
  await requireProof(actor, sessionId);
  await inTransaction(async () => {
    const code = await issueCode({ email, type: 'change-email', asker, account: actor.id });
    await queueMail(writeCodeMail(email, lng, 'change-email', code));
  });
}

/**
 * Changes the account's address to the one the code proved; activates its invitations and notifies the old address.
 * Throws `codeInvalid` (also for a code that another account requested), and `userExists` once the address is proved.
 */
export async function confirmEmailChange(
  actor: Actor,
  email: string,
  proof: CodeProof,
  asker: Requester,
): Promise<AccountDetails> {
  await consumeCode(email, 'change-email', proof, asker, actor.id);
  const user = await inTransaction(async () => {
    // The old address too: somebody may be sharing with it. In one order, so that two people who swap do not deadlock.
    for (const address of new Set([actor.email, email].toSorted())) await lockAddress(address);
    const other = await (await models()).User.findOne({ where: { email } });
    if (other && other.id !== actor.id && other.verifiedAt) throw new AppError('userExists');
    // An unfinished sign-up is replaced by the account that proved the address.
    if (other && other.id !== actor.id) await other.destroy();
    const own = await lockAccount(actor.id);
    if (!own) throw new AppError('userNotFound');
    await revokeResets(own);
    await own.update({ email, updatedAt: Date.now() });
    await linkInvitations({ id: actor.id, email });
    await moveShares({ email, me: actor.id });
    if (actor.email !== email) await queueMail(emailChangedMail(actor.email, mailLanguage(actor), email));
    await recordEvent(actor.id, { action: 'account.email', subject: actor.id });
    return own;
  });
  return accountDetails(user);
}
