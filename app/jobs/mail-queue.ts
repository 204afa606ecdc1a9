import { deliverSoon, mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { newsQueued, sendNewsSoon } from '#app/services/notifications/send-news.ts';
import { changesTold, tellLeftChanges } from '#app/services/notifications/tell-of-change.ts';

const EVERY_MS = 10_000;
/** Time for running sends at shutdown. An interrupted mail is sent by the next process after its lease expires. */
const STOP_WITHIN_MS = 1000;

/**
 * Sends notifications and due mails, including those left by other processes and retries. Returns a function that stops
 * this and waits briefly for running sends.
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
