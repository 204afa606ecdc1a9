import { models } from '#db/connection.ts';
import { dropNeedlessInvitations } from '#db/queries/shares.ts';

/**
 * Gives a verified account what was shared with its address before, and ends the invitation to sign up. The only place
 * that links invitations, so that an account has at most one entry on a document and none on its own: an entry that the
 * account has already wins over the invitation, as the owner made it knowing the person. Call in the transaction that
 * proves the address, under `lockAddress`.
 */
export async function linkInvitations({ id: userId, email }: { id: string; email: string }): Promise<void> {
  const { DeclinedAddress, Invitation, Share } = await models();
  await dropNeedlessInvitations({ email, me: userId });
  await Share.update({ userId }, { where: { email, userId: null } });
  await Invitation.destroy({ where: { email } });
  // The account's own choices replace it.
  await DeclinedAddress.destroy({ where: { email } });
}
