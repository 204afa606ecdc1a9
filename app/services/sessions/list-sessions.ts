import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { inTransaction, models } from '#db/connection.ts';
import { endOtherSessions, findDevices } from '#db/queries/sessions.ts';

/** A signed-in device. Times are in ISO 8601. */
export type SessionEntry = { id: string; userAgent: string | null; createdAt: string; lastSeenAt: string };

/** Lists the signed-in devices of an account, last used first. */
export async function listSessions(actor: Pick<Actor, 'id'>): Promise<SessionEntry[]> {
  const rows = await findDevices({ me: actor.id, now: Date.now() });
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    userAgent,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  }));
}

/** Ends one of the actor's sessions. Ignores other people's sessions. */
export async function revokeSession(actor: Actor, sessionId: string): Promise<void> {
  const live = { id: sessionId, userId: actor.id, endedAt: null };
  await inTransaction(async () => {
    const [ended] = await (await models()).Session.update({ endedAt: Date.now() }, { where: live });
    if (ended > 0) await recordEvent(actor.id, { action: 'session.end', subject: actor.id });
  });
}

/** Signs out every device except the current one. */
export async function revokeOtherSessions(actor: Actor, currentId: string): Promise<void> {
  await inTransaction(async () => {
    await endOtherSessions({ me: actor.id, currentId, now: Date.now() });
    await recordEvent(actor.id, { action: 'session.end-others', subject: actor.id });
  });
}
