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
export const awaitMails = (): Promise<void> => delivery.settled();

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
  const { id, attempts } = waiting;
  const now = Date.now();
  const isMine = await claimMail({ id, attempts, leaseUntil: now + LEASE_MS, now });
  if (isMine !== 1) return false;
  const closeUntil = performance.now() + LEASE_MS - MARGIN_MS;
  const sent = unrecorded.get(id) ?? (await sendOrGiveUp(waiting, now));
  const { retryAt } = sent;
  remember(id, sent);
  await repeatUntil(closeUntil, () =>
    inTransaction(async () => {
      if (retryAt !== null) return (await models()).Mail.update({ nextAttemptAt: retryAt }, { where: { id } });
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
  if (sent.retryAt !== null) return;
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

/**
 * `retryAt` is null for the last attempt. `acceptedBy` is the address that a mail reached; `refused` one that the server
 * refuses for good.
 */
type Outcome = {
  retryAt: number | null;
  acceptedBy: string | null;
  refused: { email: string; reply: string } | null;
};
const NOTHING_SENT: Outcome = { retryAt: null, acceptedBy: null, refused: null };

/** A row without text is that of an address without an account, which gets no mail. */
function sendOrGiveUp(waiting: Waiting, now: number): Outcome | Promise<Outcome> {
  const { id, sealed, expires_at } = waiting;
  if (sealed === null) return NOTHING_SENT;
  if (expires_at > now) return send({ ...waiting, sealed });
  count('mails', { outcome: 'given up' });
  log.warn({ mailId: id, outcome: 'given up', event: 'mail-failed' }, 'a mail has expired before it could be sent');
  return NOTHING_SENT;
}

/** Returns when a mail is tried again after an error; null if it is refused for good, or would have expired. */
function nextTry(error: unknown, { attempts, expires_at }: Waiting): number | null {
  const at = Date.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
  return isRefusedForGood(error) || at >= expires_at ? null : at;
}

/** Outcomes of failed attempts as the log has them. */
const LOGGED = { delayed: 'for now', refused: 'for good', 'given up': 'given up' } as const;

/** Sends a mail. Logs contain neither codes nor texts. */
async function send(waiting: Waiting & { sealed: string }): Promise<Outcome> {
  const { id, sealed } = waiting;
  const opened = openText('mail', id, sealed);
  if (opened === null) {
    log.error({ mailId: id, event: 'mail-unreadable' }, 'a mail was sealed under another secret and is dropped');
    return NOTHING_SENT;
  }
  const mail = JSON.parse(opened) as Mail;
  try {
    await traced({ name: 'mail send', kind: 'client', place: 'root' }, () => sendMail(mail, id));
    count('mails', { outcome: 'sent' });
    return { ...NOTHING_SENT, acceptedBy: mail.to };
  } catch (error) {
    const { code: errorCode, responseCode } = error as { code?: string; responseCode?: number };
    const retryAt = nextTry(error, waiting);
    const counted = retryAt !== null ? 'delayed' : isRefusedForGood(error) ? 'refused' : 'given up';
    const outcome = LOGGED[counted];
    count('mails', { outcome: counted });
    log.warn({ mailId: id, errorCode, responseCode, outcome, event: 'mail-failed' }, 'a mail was not sent');
    const reply = recipientRefusal(error);
    return { retryAt, acceptedBy: null, refused: reply === null ? null : { email: mail.to, reply } };
  }
}
