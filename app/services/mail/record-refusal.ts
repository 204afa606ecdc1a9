import { firstCodePoints } from '#app/schemas/text.ts';
import { SCHEDULE } from '#app/services/access/administrator.ts';
import { withClientAddress } from '#app/services/audit/origin.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { models } from '#db/connection.ts';
import { clearInvitationRefusals, findRefusedAccount, putMailRefusal } from '#db/queries/mail-refusals.ts';

const REPLY_MAX = 300;

/**
 * Records that the mail server refused an address for good: at its account, whose first refusal is audited, or at
 * pending invitations to it. Call in a transaction.
 */
export async function recordRefusal(email: string, reply: string): Promise<void> {
  const [account] = await findRefusedAccount({ email });
  const shown = firstCodePoints(reply.replace(/\s+/g, ' ').trim(), REPLY_MAX);
  if (!account) {
    await (await models()).Share.update({ mailRefusal: shown }, { where: { email, userId: null } });
    return;
  }
  await putMailRefusal({ userId: account.id, email, reply: shown, refusedAt: Date.now() });
  if (Number(account.isKnown) > 0) return;
  // The delivery may run in the context of some other person's request.
  await withClientAddress('', () =>
    recordAct(SCHEDULE, { action: 'account.mail-refused', subject: account.id, detail: { reply: shown } }),
  );
}

/** Ends the refusal of an address, which has accepted a mail. Call in a transaction. */
export async function forgetRefusal(email: string): Promise<void> {
  await (await models()).MailRefusal.destroy({ where: { email } });
  await clearInvitationRefusals({ email });
}
