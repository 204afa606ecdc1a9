import { setTimeout as pause } from 'node:timers/promises';
import { isRefusedForGood, type Mail, recipientRefusal, sendMail } from '#app/adapters/mailer.ts';
import { count } from '#app/observability/counters.ts';
import { log } from '#app/observability/log.ts';
import { traced } from '#app/observability/spans.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { openText } from '#app/services/crypto/sealed-text.ts';
import { MailLease } from '#app/services/mail/mail-lease.ts';
import { forgetRefusal, recordRefusal } from '#app/services/mail/record-refusal.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findDueMails } from '#db/queries/mails.ts';

const FIRST_RETRY_MS = 30 * 1000;
const LAST_RETRY_MS = 60 * 60 * 1000;
/** Number of mails that a process sends at a time. A slow server holds one place; the others go on. */
const PLACES = 5;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 5000;
const UNRECORDED_MAX = 10_000;

type Waiting = { id: string; sealed: string | null; attempts: number; expires_at: number };

/** Mails of this process that were sent or refused, while their rows could not be deleted. */
const unrecorded = new Map<string, Outcome>();

const places = Array.from(
  { length: PLACES },
  () =>
    new BackgroundWork(deliverDue, (error) =>
      log.error({ error, event: 'mail-queue' }, 'the mail queue could not be read; it is tried again'),
    ),
);

/** Starts delivery of queued mails after the caller returns: in a free place, or as soon as one is free. */
export function deliverSoon(): void {
  const free = places.find(({ isRunning }) => !isRunning);
  for (const place of free ? [free] : places) place.start();
}

/** Waits for mails being sent. Used before the process ends and in tests. */
export async function awaitMails(): Promise<void> {
  // A place may start another one.
  while (places.some(({ isRunning }) => isRunning)) await Promise.all(places.map((place) => place.settled()));
}

/** Sends due mails one after the other until there are none. More than one at once get further places. */
async function deliverDue(): Promise<void> {
  for (;;) {
    const due = await findDueMails({ now: Date.now(), most: PLACES });
    if (due.length === 0) return;
    if (due.length > 1) deliverSoon();
    await deliverOne(due);
  }
}

/** Sends the first of these mails that no other place or process claims. */
async function deliverOne(due: Waiting[]): Promise<void> {
  for (const waiting of due) {
    const now = Date.now();
    const lease = await MailLease.take(waiting, now);
    if (!lease) continue;
    try {
      return await deliver(waiting, lease, now);
    } finally {
      lease.release();
    }
  }
}

async function deliver(waiting: Waiting, lease: MailLease, now: number): Promise<void> {
  const { id } = waiting;
  const sent = unrecorded.get(id) ?? (await sendOrGiveUp(waiting, now));
  const { retryAt } = sent;
  remember(id, sent);
  await repeatUntil(lease.writableUntil, () =>
    inTransaction(async () => {
      if (retryAt !== null) return (await models()).Mail.update({ nextAttemptAt: retryAt }, { where: { id } });
      if (sent.acceptedBy !== null) await forgetRefusal(sent.acceptedBy);
      if (sent.refused) await recordRefusal(sent.refused.email, sent.refused.reply);
      return (await models()).Mail.destroy({ where: { id } });
    }),
  );
  unrecorded.delete(id);
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
