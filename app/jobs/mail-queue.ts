import { deliverSoon, mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { newsQueued, sendNewsSoon } from '#app/services/notifications/send-news.ts';
import { changesTold, tellLeftChanges } from '#app/services/notifications/tell-of-change.ts';

const EVERY_MS = 10_000;
/** The next process sends an interrupted mail after its lease expires. */
const STOP_WITHIN_MS = 1000;

/**
 * Tells of changes, mails news and sends mails whose next attempt is due: those another process left, and retries. Returns a function that stops it and
 * waits briefly for running sends.
 */
export function startMailQueue(): () => Promise<void> {
  const look = () => {
    void tellLeftChanges();
    sendNewsSoon();
    deliverSoon();
  };
  look();
  const timer = setInterval(look, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    const patience = new Promise<void>((over) => setTimeout(over, STOP_WITHIN_MS).unref());
    await Promise.race([changesTold().then(newsQueued).then(mailsDelivered), patience]);
  };
}
