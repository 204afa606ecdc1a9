import { log } from '#app/observability/log.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { mailNotificationsTo } from '#app/services/notifications/mail-notifications.ts';
import { findPeopleToMail, postponeMailsOf } from '#db/queries/notification-mails.ts';

const PEOPLE_AT_ONCE = 50;
/** Time until notifications that could not be mailed are tried again. */
const AGAIN_MS = 10 * 60 * 1000;

const mailing = new BackgroundWork(sendAll, (error) =>
  log.error({ error, event: 'news-queue' }, 'the news could not be mailed; it is tried again'),
);

/** Starts mailing due notifications after the caller returns. */
export const sendNotificationMailsSoon = (): void => mailing.start();

/** Waits until due notifications are queued as mails. Used before the process ends and in tests. */
export const awaitNotificationMails = (): Promise<void> => mailing.settled();

async function sendAll(): Promise<void> {
  while ((await sendDue()) === PEOPLE_AT_ONCE);
}

/**
 * Mails or postpones the due notifications of some people. Returns their number. A mail contains at most 200
 * notifications; the rest follows in the next one. A failure concerns one person and does not hold up the others.
 */
async function sendDue(): Promise<number> {
  const people = await findPeopleToMail({ now: Date.now(), most: PEOPLE_AT_ONCE });
  for (const { userId } of people) {
    try {
      await mailNotificationsTo(userId);
    } catch (error) {
      log.error({ error, event: 'news-person', userId }, 'the news of a person could not be mailed; it is tried again');
      const now = Date.now();
      await postponeMailsOf({ me: userId, now, dueAt: now + AGAIN_MS });
    }
  }
  return people.length;
}
