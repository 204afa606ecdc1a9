import {
  DEFAULT_CHOICES,
  type MailChoices,
  type MailTiming,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#app/schemas/mail-choices.ts';
import type { MailChoiceInput } from '#app/schemas/notifications.ts';
import type { Actor } from '#app/services/actor.ts';
import { nextDailyHour } from '#app/services/notifications/daily-hour.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findMailChoices, putMailChoice } from '#db/queries/notification-mails.ts';
import type { MailTime } from '#db/queries/notifications.ts';

/** `isRefused`: the mail server refuses the address, so that mails pause. */
export type MailSettings = { choices: MailChoices; timeZone: string; isRefused: boolean };

export const DEFAULT_SETTINGS: MailSettings = { choices: DEFAULT_CHOICES, timeZone: 'UTC', isRefused: false };

/** Returns the actor's mail settings: the timing of each kind, and the time zone. */
export async function getMailSettings({ id }: Pick<Actor, 'id'>): Promise<MailSettings> {
  return (await settingsOf([id])).get(id) ?? DEFAULT_SETTINGS;
}

/** Stores the actor's mail settings. An omitted kind keeps its timing. */
export async function setMailSettings(actor: Actor, { timeZone, ...choices }: MailChoiceInput): Promise<void> {
  await inTransaction(async () => {
    for (const kind of NOTIFICATION_KINDS) {
      const timing = choices[kind];
      if (timing) await putMailChoice({ me: actor.id, kind, timing });
    }
    if (timeZone) await (await models()).User.update({ timeZone }, { where: { id: actor.id } });
  });
}

/** Loads the mail settings of many people. */
export async function settingsOf(ids: string[]): Promise<Map<string, MailSettings>> {
  const rows = ids.length > 0 ? await findMailChoices({ ids: JSON.stringify(ids) }) : [];
  const people = Map.groupBy(rows, ({ userId }) => userId);
  return new Map(
    [...people].map(([id, chosen]) => {
      const own = chosen.flatMap(({ kind, timing }) => (kind && timing ? [[kind, timing] as const] : []));
      const choices = { ...DEFAULT_CHOICES, ...Object.fromEntries(own) };
      const { timeZone, isRefused } = chosen[0]!;
      return [id, { choices, timeZone: timeZone ?? 'UTC', isRefused: Number(isRefused) > 0 }];
    }),
  );
}

/** Returns a person's timing for mails of a kind: `off` while their address is refused. */
export const timingOf = ({ choices, isRefused }: MailSettings, kind: NotificationKind): MailTiming =>
  isRefused ? 'off' : choices[kind];

/** Returns when a notification with a timing is mailed. */
export function mailTimeOf(timing: MailTiming, timeZone: string, now: number): MailTime {
  if (timing === 'off') return { mailDueAt: null, mailIsDaily: 0 };
  if (timing === 'now') return { mailDueAt: now, mailIsDaily: 0 };
  return { mailDueAt: nextDailyHour(timeZone, now), mailIsDaily: 1 };
}

/** Turns off mails of some kinds, without a session, for the holder of a mail's unsubscribe link. */
export async function stopMails(userId: string, kinds: NotificationKind[]): Promise<void> {
  await inTransaction(async () => {
    const { User } = await models();
    if ((await User.count({ where: { id: userId } })) === 0) return;
    for (const kind of kinds) await putMailChoice({ me: userId, kind, timing: 'off' });
  });
}
