import { AppError } from '#app/errors.ts';
import { DEFAULT_CHOICES, type MailTiming, type NotificationKind } from '#app/schemas/mail-choices.ts';
import { loadChains } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { newId } from '#app/services/new-id.ts';
import { mailTimeOf, settingsOf } from '#app/services/notifications/mail-choices.ts';
import { sendNewsSoon } from '#app/services/notifications/send-news.ts';
import { afterCommit } from '#db/connection.ts';
import { findActive, findWatching, putNotification } from '#db/queries/notifications.ts';

/** People told of one act; more would make every comment on a public matter a flood of writes. */
export const TOLD_MAX = 500;

/** People of one signal, which has to fit into one message of PostgreSQL. */
const SIGNALLED_TOGETHER = 100;

export type Told = { userId: string; kind: NotificationKind };
/** `at`: when it was done, by default now; a mail shows the comments since then. */
type Act = { actorId: string; documentId: string; threadId: string | null; at?: number };

/**
 * Chooses who is told of something in a document: those it mentions, and those who watch it, by `kindFor`; nobody who
 * may not read the document now, and not those who did it. Call before the transaction that tells them.
 */
export async function chooseTold(
  documentId: string,
  { actors, mentioned, kindFor }: { actors: string[]; mentioned: string[]; kindFor: (id: string) => NotificationKind },
): Promise<Told[]> {
  const [watching, named] = await Promise.all([
    findWatching({ documentId }),
    mentioned.length > 0 ? findActive({ ids: JSON.stringify(mentioned) }) : [],
  ]);
  const kinds = new Map(watching.map(({ id }): [string, NotificationKind] => [id, kindFor(id)]));
  for (const { id } of named) kinds.set(id, 'mention');
  for (const id of actors) kinds.delete(id);
  const chosen = [...kinds].slice(0, TOLD_MAX);
  const mayRead = await Promise.all(chosen.map(([userId]) => isReadable(userId, documentId)));
  return chosen.filter((_, nth) => mayRead[nth]).map(([userId, kind]) => ({ userId, kind }));
}

type Telling = {
  /** Those who want a mail at once get another one from the caller. */
  isMailed?: boolean;
};

/**
 * Adds an act to the inboxes of people, and to the mails they chose; call in the transaction of the act. Returns when
 * each of them wants mails of that kind.
 */
export async function tell(
  told: Told[],
  { actorId, documentId, threadId, at: now = Date.now() }: Act,
  { isMailed = false }: Telling = {},
): Promise<Map<string, MailTiming>> {
  const timings = new Map<string, MailTiming>();
  if (told.length === 0) return timings;
  const settings = await settingsOf(told.map(({ userId }) => userId));
  for (const { userId, kind } of told) {
    const { choices, timeZone } = settings.get(userId) ?? { choices: DEFAULT_CHOICES, timeZone: 'UTC' };
    const timing = choices[kind];
    timings.set(userId, timing);
    const time = mailTimeOf(isMailed && timing === 'now' ? 'off' : timing, timeZone, now);
    const foldKey = threadId ?? kind;
    await putNotification({ id: newId(), userId, kind, documentId, threadId, actorId, foldKey, now, ...time });
  }
  for (let at = 0; at < told.length; at += SIGNALLED_TOGETHER) {
    signal({ kind: 'notification', userIds: told.slice(at, at + SIGNALLED_TOGETHER).map(({ userId }) => userId) });
  }
  afterCommit(sendNewsSoon);
  return timings;
}

async function isReadable(userId: string, documentId: string): Promise<boolean> {
  try {
    const reader: Pick<Actor, 'id'> = { id: userId };
    (await loadChains(reader, [documentId])).find(documentId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === 'documentNotFound') return false;
    throw error;
  }
}
