import type { TFunction } from 'i18next';
import { deviceName } from '#app/schemas/device-name.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { endAllSessionsOf, endSessionOf, listSessionsOf } from '#app/services/administration/end-sessions.ts';
import type { SessionEntry } from '#app/services/sessions/list-sessions.ts';
import { NotFoundError, UsageError } from '#cli/exit.ts';
import { readableInstant } from '#cli/output/instants.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function sessionListCommand(email: string, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const sessions = await withServices(() => listSessionsOf(OPERATOR, email));
  print(sessions, format, t);
  say(t('cli.session.listed', { count: sessions.length }));
}

type EndOptions = { all?: boolean; format: Format };

/** No confirmation, as the person can sign in again. */
export async function sessionEndCommand(email: string, id: string | undefined, { all, format }: EndOptions) {
  const { t, say } = terminal();
  if (Boolean(id) === Boolean(all)) throw new UsageError(t('cli.session.which'));
  const ended = await withServices(() => (id ? endOne(email, id, t) : endAllSessionsOf(OPERATOR, email)));
  print(ended, format, t);
  say(t('cli.session.ended', { count: ended.length }));
}

async function endOne(email: string, id: string, t: TFunction): Promise<SessionEntry[]> {
  const ended = await endSessionOf(OPERATOR, email, id);
  if (!ended) throw new NotFoundError(t('cli.session.unknown', { email, id }));
  return [ended];
}

function print(sessions: SessionEntry[], format: Format, t: TFunction): void {
  const readable = ({ id, userAgent, createdAt, lastSeenAt }: SessionEntry) => ({
    [t('cli.columns.id')]: id,
    [t('cli.session.device')]: deviceName(userAgent) ?? t('settings.sessions.unknown'),
    [t('cli.session.since')]: readableInstant(createdAt),
    [t('cli.columns.lastUsed')]: readableInstant(lastSeenAt),
  });
  printRows(format === 'table' ? sessions.map(readable) : sessions, format);
}
