import { setTimeout as pause } from 'node:timers/promises';
import { isRefusedForGood, type Mail, recipientRefusal, sendMail } from '#app/adapters/mailer.ts';
import { count } from '#app/observability/counters.ts';
import { log } from '#app/observability/log.ts';
import { traced } from '#app/observability/spans.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { openText } from '#app/services/crypto/sealed-text.ts';
import { forgetRefusal, recordRefusal } from '#app/services/mail/record-refusal.ts';
import { inTransaction, models } from '#db/connection.ts';
import { claimMail, findDueMails } from '#db/queries/mails.ts';

/** Longer than all mailer timeouts combined, so that no mail is claimed twice while its server is slow. */
const LEASE_MS = 2 * 60 * 1000;
const FIRST_RETRY_MS = 30 * 1000;
const LAST_RETRY_MS = 60 * 60 * 1000;
const AT_ONCE = 5;
/** Part of a lease that is left for the last write. */
const MARGIN_MS = 15 * 1000;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 5000;
const UNRECORDED_MAX = 10_000;

type Waiting = { id: string; sealed: string | null; attempts: number; expires_at: number };

/** Mails of this process that were sent or refused, while their rows could not be deleted. */
const unrecorded = new Map<string, Outcome>();

const delivery = new BackgroundWork(deliverAll, (error) =>
  log.error({ error, event: 'mail-queue' }, 'the mail queue could not be read; it is tried again'),
);

/** Starts delivery of queued mails after the caller returns. */
export const deliverSoon = (): void => delivery.start();

/** Waits for mails being sent. Used before the process ends and in tests. */
export const mailsDelivered = (): Promise<void> => delivery.settled();

async function deliverAll(): Promise<void> {
  while ((await deliverDue()) > 0);
}

/** Sends due mails concurrently. Returns the number claimed. */
async function deliverDue(): Promise<number> {
  const now = Date.now();
  const due = await findDueMails({ now, most: AT_ONCE });
  const taken = await Promise.all(due.map(deliver));
  return taken.filter(Boolean).length;
}

async function deliver(waiting: Waiting): Promise<boolean> {
  const { id, sealed, attempts } = waiting;
  const now = Date.now();
  const isMine = await claimMail({ id, attempts, leaseUntil: now + LEASE_MS, now });
  if (isMine !== 1) return false;
  const closeUntil = performance.now() + LEASE_MS - MARGIN_MS;
  const isTooLate = waiting.expires_at <= now;
  const sent = unrecorded.get(id) ?? (sealed === null || isTooLate ? NOTHING_SENT : await send(id, sealed));
  const retryAt = Date.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
  remember(id, sent);
  await repeatUntil(closeUntil, () =>
    inTransaction(async () => {
      if (sent.isTemporary && retryAt < waiting.expires_at)
        return (await models()).Mail.update({ nextAttemptAt: retryAt }, { where: { id } });
      if (sent.acceptedBy !== null) await forgetRefusal(sent.acceptedBy);
      if (sent.refused) await recordRefusal(sent.refused.email, sent.refused.reply);
      return (await models()).Mail.destroy({ where: { id } });
    }),
  );
  unrecorded.delete(id);
  return true;
}

/** Keeps what became of a mail until that is recorded: a mail must not be sent again as its row is still there. */
function remember(id: string, sent: Outcome): void {
  if (sent.isTemporary) return;
  unrecorded.set(id, sent);
  if (unrecorded.size > UNRECORDED_MAX) unrecorded.delete(unrecorded.keys().next().value!);
}

/**
 * Repeats work that fails, at growing intervals of at most five seconds, until an instant of `performance.now()`. Then
 * throws its error.
 */
async function repeatUntil(end: number, work: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LAST_PAUSE_MS, 2 * pauseMs)) {
    try {
      await work();
      return;
    } catch (error) {
      if (performance.now() + pauseMs > end) throw error;
      log.warn({ error, event: 'mail-unrecorded' }, 'what became of a mail could not be recorded; it is tried again');
      await pause(pauseMs);
    }
  }
}

/** `acceptedBy` is the address that a mail reached; `refused` one that the server refuses for good. */
type Outcome = {
  isTemporary: boolean;
  acceptedBy: string | null;
  refused: { email: string; reply: string } | null;
};
const NOTHING_SENT: Outcome = { isTemporary: false, acceptedBy: null, refused: null };

/** Sends a mail. Logs contain neither codes nor texts. */
async function send(id: string, sealed: string): Promise<Outcome> {
  const opened = openText('mail', id, sealed);
  if (opened === null) {
    log.error({ mailId: id, event: 'mail-unreadable' }, 'a mail was sealed under another secret and is dropped');
    return NOTHING_SENT;
  }
  const mail = JSON.parse(opened) as Mail;
  try {
    await traced({ name: 'mail send', kind: 'client', place: 'root' }, () => sendMail(mail));
    count('mails', { outcome: 'sent' });
    return { ...NOTHING_SENT, acceptedBy: mail.to };
  } catch (error) {
    const { code: errorCode, responseCode } = error as { code?: string; responseCode?: number };
    const isTemporary = !isRefusedForGood(error);
    count('mails', { outcome: isTemporary ? 'delayed' : 'refused' });
    const outcome = isTemporary ? 'for now' : 'for good';
    log.warn({ mailId: id, errorCode, responseCode, outcome, event: 'mail-failed' }, 'a mail was not sent');
    const reply = recipientRefusal(error);
    return { isTemporary, acceptedBy: null, refused: reply === null ? null : { email: mail.to, reply } };
  }
}
