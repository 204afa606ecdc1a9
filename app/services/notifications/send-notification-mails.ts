import { log } from '#app/observability/log.ts';
import { mailNotificationsTo } from '#app/services/notifications/mail-notifications.ts';
import { findPeopleToMail } from '#db/queries/notification-mails.ts';

const PEOPLE_AT_ONCE = 50;

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

/** Returns the number of people whose notifications were mailed or postponed; these are no longer due. */
async function sendDue(): Promise<number> {
  const people = await findPeopleToMail({ now: Date.now(), most: PEOPLE_AT_ONCE });
  for (const { userId } of people) await mailNotificationsTo(userId);
  return people.length;
}
