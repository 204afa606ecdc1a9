import { openText, sealText } from '#app/services/crypto/sealed-text.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { stopMails } from '#app/services/notifications/mail-choices.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';

const PURPOSE = 'decline-invitations';

/** Returns an address that stops mails of shares to a person without an account, without a session (RFC 8058). */
export function declineUrl(email: string): string {
  return `${mailOrigin()}/unsubscribe/${sealText(PURPOSE, '', email)}`;
}

/** Returns the e-mail address in the token of such an address; null unless this installation made it. */
export function readDeclineToken(token: string): string | null {
  return openText(PURPOSE, '', token);
}

/**
 * Stops mails of shares to an e-mail address, for the holder of a mail's link. If the address has an account by now, its
 * choice of mails changes. Returns whether it has one.
 */
export async function declineInvitations(email: string): Promise<boolean> {
  return inTransaction(async () => {
    const { DeclinedAddress, User } = await models();
    await lockAddress(email);
    const account = await User.findOne({ where: { email } });
    const isProven = typeof account?.verifiedAt === 'number';
    if (isProven) await stopMails(account.id, ['share']);
    else await DeclinedAddress.findOrCreate({ where: { email }, defaults: { email, declinedAt: Date.now() } });
    return isProven;
  });
}

/** Returns true if no mail about shares may go to an address without an account. */
export async function isDeclined(email: string): Promise<boolean> {
  return (await (await models()).DeclinedAddress.count({ where: { email } })) > 0;
}
