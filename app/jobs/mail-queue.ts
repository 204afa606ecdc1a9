import { awaitMails, deliverSoon } from '#app/services/mail/deliver-mails.ts';
import { awaitChangeNotifications, resumeChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import {
  awaitNotificationMails,
  sendNotificationMailsSoon,
} from '#app/services/notifications/send-notification-mails.ts';
import { settlesWithin } from '#app/services/settles-within.ts';

const EVERY_MS = 10_000;
/** Time for running sends at shutdown. An interrupted mail is sent by the next process after its lease expires. */
const STOP_WITHIN_MS = 1000;

/**
 * Sends notifications and due mails, including those left by other processes and retries. Returns a function that stops
 * this and waits briefly for running sends.
 */
export function startMailQueue(): () => Promise<void> {
  const look = () => {
    void resumeChangeNotifications();
    sendNotificationMailsSoon();
    deliverSoon();
  };
  look();
  const timer = setInterval(look, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await settlesWithin(awaitChangeNotifications().then(awaitNotificationMails).then(awaitMails), STOP_WITHIN_MS);
  };
}
