import { SCHEDULE } from '#app/services/access/administrator.ts';
import { withClientAddress } from '#app/services/audit/origin.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { models } from '#db/connection.ts';
import { findRefusedAccount, putMailRefusal } from '#db/queries/mail-refusals.ts';

const REPLY_MAX = 300;

/**
 * Records that the mail server refused an address for good; its first refusal is audited. Nothing for an address
 * without a verified account. Call in a transaction.
 */
export async function recordRefusal(email: string, reply: string): Promise<void> {
  const [account] = await findRefusedAccount({ email });
  if (!account) return;
  const shown = reply.replace(/\s+/g, ' ').trim().slice(0, REPLY_MAX);
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
}
