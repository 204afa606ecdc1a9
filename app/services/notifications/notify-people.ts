import type { MailTiming, NotificationKind } from '#app/schemas/mail-choices.ts';
import { readersAmong } from '#app/services/access/document-access.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { newId } from '#app/services/new-id.ts';
import { DEFAULT_SETTINGS, mailTimeOf, settingsOf, timingOf } from '#app/services/notifications/mail-choices.ts';
import { sendNotificationMailsSoon } from '#app/services/notifications/send-notification-mails.ts';
import { afterCommit } from '#db/connection.ts';
import { findActive, findWatchers, putNotification } from '#db/queries/notifications.ts';

/** Maximum number of people notified of one act, to limit writes. */
export const RECIPIENTS_MAX = 500;

export type Recipient = { userId: string; kind: NotificationKind };
/**
 * `at` is the time of the act, by default now. A mail contains the comments since `since`, by default since the act.
 */
type Act = { actorId: string; documentId: string; threadId: string | null; at?: number; since?: number };

/**
 * Selects the people to notify of an act: those mentioned, and watchers by `kindFor`. Excludes people who may not read
 * the document now, and the actors. Call before the transaction of the act.
 */
export async function chooseRecipients(
  documentId: string,
  { actors, mentioned, kindFor }: { actors: string[]; mentioned: string[]; kindFor: (id: string) => NotificationKind },
): Promise<Recipient[]> {
  const [watching, named] = await Promise.all([
    findWatchers({ documentId }),
    mentioned.length > 0 ? findActive({ ids: JSON.stringify(mentioned) }) : [],
  ]);
  // Mentions first, so that the limit cuts only watchers.
  const kinds = new Map(named.map(({ id }): [string, NotificationKind] => [id, 'mention']));
  for (const { id } of watching) if (!kinds.has(id)) kinds.set(id, kindFor(id));
  for (const id of actors) kinds.delete(id);
  return whoMayRead(documentId, kinds);
}

/** Like `chooseRecipients`, without watchers. */
export async function chooseMentioned(
  documentId: string,
  { actors, mentioned }: { actors: string[]; mentioned: string[] },
): Promise<Recipient[]> {
  const others = mentioned.filter((id) => !actors.includes(id));
  if (others.length === 0) return [];
  const named = await findActive({ ids: JSON.stringify(others) });
  return whoMayRead(documentId, new Map(named.map(({ id }) => [id, 'mention'])));
}

async function whoMayRead(documentId: string, kinds: Map<string, NotificationKind>): Promise<Recipient[]> {
  const chosen = [...kinds].slice(0, RECIPIENTS_MAX).map(([id, kind]) => ({ id, kind }));
  return (await readersAmong(chosen, documentId)).map(({ id, kind }) => ({ userId: id, kind }));
}

type Telling = {
  /** True if the caller sends a mail itself to people who want one at once. */
  isMailed?: boolean;
};

/**
 * Adds an act to people's inboxes and mails. Call in the transaction of the act. Returns each person's timing for mails
 * of that kind.
 */
export async function notifyPeople(
  recipients: Recipient[],
  { actorId, documentId, threadId, at: now = Date.now(), since = now }: Act,
  { isMailed = false }: Telling = {},
): Promise<Map<string, MailTiming>> {
  const timings = new Map<string, MailTiming>();
  if (recipients.length === 0) return timings;
  const settings = await settingsOf(recipients.map(({ userId }) => userId));
  for (const { userId, kind } of recipients) {
    const chosen = settings.get(userId) ?? DEFAULT_SETTINGS;
    const timing = timingOf(chosen, kind);
    timings.set(userId, timing);
    const time = mailTimeOf(isMailed && timing === 'now' ? 'off' : timing, chosen.timeZone, now);
    const foldKey = threadId ?? kind;
    await putNotification({ id: newId(), userId, kind, documentId, threadId, actorId, foldKey, now, since, ...time });
  }
  signal({ kind: 'notification', userIds: recipients.map(({ userId }) => userId) });
  afterCommit(sendNotificationMailsSoon);
  return timings;
}
