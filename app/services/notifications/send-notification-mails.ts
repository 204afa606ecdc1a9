import { log } from '#app/observability/log.ts';
import { mailNotificationsTo } from '#app/services/notifications/mail-notifications.ts';
import { findPeopleToMail, postponeMailsOf } from '#db/queries/notification-mails.ts';

const PEOPLE_AT_ONCE = 50;
/** Time until notifications that could not be mailed are tried again. */
const AGAIN_MS = 10 * 60 * 1000;

let underWay: Promise<void> | undefined;
let isAskedAgain = false;

/** Starts mailing due notifications after the caller returns. A call during a run triggers another pass. */
export function sendNotificationMailsSoon(): void {
  isAskedAgain = true;
  underWay ??= sendAll().finally(() => {
    underWay = undefined;
  });
}

/** Waits until due notifications are queued as mails. Used before the process ends and in tests. */
export async function awaitNotificationMails(): Promise<void> {
  while (underWay) await underWay;
}

async function sendAll(): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false;
    try {
      while ((await sendDue()) === PEOPLE_AT_ONCE);
    } catch (error) {
      log.error({ error, event: 'news-queue' }, 'the news could not be mailed; it is tried again');
    }
  }
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
