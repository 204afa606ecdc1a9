import { log } from '#app/observability/log.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { newId } from '#app/services/new-id.ts';
import { chooseRecipients, notifyPeople } from '#app/services/notifications/notify-people.ts';
import { afterCommit, inTransaction } from '#db/connection.ts';
import { claimPendingChange, findPendingChanges, putPendingChange } from '#db/queries/notification-mails.ts';
import { findWatchers } from '#db/queries/notifications.ts';
import { type Step, writeBatch } from '#db/write-batch.ts';

/** `mentioned`: the people whom only the new text mentions. */
type Change = { documentId: string; authors: string[]; mentioned: string[] };
type PendingChange = Change & { id: string };

const AT_ONCE = 20;
/** Age from which a change left by an ended process is announced by another. */
const LEFT_AFTER_MS = 30_000;

/** Records a change as `notificationSteps` does; call in the transaction of the change. */
export async function notifyOfChange(change: Change): Promise<void> {
  await writeBatch(await notificationSteps(change));
}

/**
 * Steps that record a change for notification of watchers and newly mentioned people; none if there is nobody to
 * notify. They are notified after the batch, by another process if this one ends before.
 */
export async function notificationSteps({ documentId, authors, mentioned }: Change): Promise<Step[]> {
  const isAwaited =
    mentioned.length > 0 || (await findWatchers({ documentId })).some(({ id }) => !authors.includes(id));
  if (!isAwaited) return [];
  const change = { id: newId(), documentId, authors, mentioned };
  const row = { ...change, authors: JSON.stringify(authors), mentioned: JSON.stringify(mentioned) };
  return [putPendingChange.step({ ...row, now: Date.now() }, { done: () => afterCommit(() => notifySoon(change)) })];
}

const waiting: PendingChange[] = [];
const logFailure = (error: unknown) =>
  log.warn({ error, event: 'change-not-notified' }, 'people were not notified of a change; it is tried again');
const notifying = new BackgroundWork(notifyWaiting, logFailure);

/** Sends notifications of changes left by ended processes. */
export async function resumeChangeNotifications(): Promise<void> {
  try {
    const left = await findPendingChanges({ before: Date.now() - LEFT_AFTER_MS, most: AT_ONCE });
    for (const { id, documentId, authors, mentioned } of left) {
      notifySoon({ id, documentId, authors: JSON.parse(authors), mentioned: JSON.parse(mentioned) });
    }
  } catch (error) {
    log.warn({ error, event: 'pending-changes' }, 'unsent change notifications could not be read');
  }
}

/** Waits until this process has notified people of all changes so far. */
export const awaitChangeNotifications = (): Promise<void> => notifying.settled();

function notifySoon(change: PendingChange): void {
  waiting.push(change);
  notifying.start();
}

async function notifyWaiting(): Promise<void> {
  for (let change = waiting.shift(); change; change = waiting.shift()) {
    await notifyNow(change).catch(logFailure);
  }
}

async function notifyNow({ id, documentId, authors, mentioned }: PendingChange): Promise<void> {
  const recipients = await chooseRecipients(documentId, { actors: authors, mentioned, kindFor: () => 'change' });
  if (recipients.length === 0) {
    await claimPendingChange({ id });
    return;
  }
  await inTransaction(async () => {
    const isMine = (await claimPendingChange({ id })) > 0;
    if (isMine) await notifyPeople(recipients, { actorId: authors[0]!, documentId, threadId: null });
  });
}
