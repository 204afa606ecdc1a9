import { config } from '#app/config.server.ts';
import { emailChangedMail } from '#app/emails/email-changed-mail.ts';
import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import { type AccountDetails, accountDetails } from '#app/services/accounts/account-details.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { linkInvitations } from '#app/services/shares/link-invitations.ts';
import { type CodeProof, consumeCode } from '#app/services/sign-in/consume-code.ts';
import type { Requester } from '#app/services/sign-in/requester.ts';
import { issueCode } from '#app/services/sign-in/verification-codes.ts';
import { writeCodeMail } from '#app/services/sign-in/write-code-mail.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';
import { moveShares } from '#db/queries/shares.ts';

/** Mails a code to the new address, whether or not it has an account. Throws `requestTooFrequent` within a minute. */
export async function requestEmailChange(email: string, lng: Language, asker: Requester): Promise<void> {
  await inTransaction(async () => {
    const code = await issueCode({ email, type: 'change-email', asker });
    await queueMail(writeCodeMail(email, lng, 'change-email', code));
  });
}

/**
 * Changes the account's address to the one the code proved; activates its invitations and notifies the old address.
 * Throws `codeInvalid`, and `userExists` once the address is proved.
 */
export async function confirmEmailChange(
  actor: Actor,
  email: string,
  proof: CodeProof,
  asker: Requester,
): Promise<AccountDetails> {
  await consumeCode(email, 'change-email', proof, asker);
  const user = await inTransaction(async () => {
    // The old address too: somebody may be sharing with it. In one order, so that two people who swap do not deadlock.
    for (const address of new Set([actor.email, email].toSorted())) await lockAddress(address);
    const other = await (await models()).User.findOne({ where: { email } });
    if (other && other.id !== actor.id && other.verifiedAt) throw new AppError('userExists');
    // An unfinished sign-up is replaced by the account that proved the address.
    if (other && other.id !== actor.id) await other.destroy();
    const own = await (await models()).User.findByPk(actor.id);
    if (!own) throw new AppError('userNotFound');
    await own.update({ email, updatedAt: Date.now() });
    await linkInvitations({ id: actor.id, email });
    await moveShares({ email, me: actor.id });
    if (actor.email !== email)
      await queueMail(emailChangedMail(actor.email, actor.lng ?? config().defaultLanguage, email, mailOrigin()));
    await recordEvent(actor.id, { action: 'account.email', subject: actor.id });
    return own;
  });
  return accountDetails(user);
}
