import type { Actor } from '#app/services/actor.ts';
import { execute, select } from '#db/connection.ts';

/** A signed-in device. */
export type SessionEntry = { id: string; userAgent: string | null; createdAt: string; lastSeenAt: string };

type Row = { id: string; userAgent: string | null; createdAt: number; lastSeenAt: number };

/** Lists the signed-in devices of an account, last used first. */
export async function listSessions(actor: Actor): Promise<SessionEntry[]> {
  const rows = await select<Row>(
    `SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM sessions
     WHERE user_id = $me AND ended_at IS NULL AND expires_at > $now ORDER BY last_seen_at DESC, id`,
    { me: actor.id, now: Date.now() },
  );
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    userAgent,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  }));
}

/** Signs one of the actor's devices out. Silently ignores sessions of others. */
export async function revokeSession(actor: Actor, sessionId: string): Promise<void> {
  await execute('UPDATE sessions SET ended_at = $now WHERE id = $sessionId AND user_id = $me AND ended_at IS NULL', {
    sessionId,
    me: actor.id,
    now: Date.now(),
  });
}

/** Signs out every device except the current one. */
export async function revokeOtherSessions(actor: Actor, currentId: string): Promise<void> {
  await execute('UPDATE sessions SET ended_at = $now WHERE user_id = $me AND id <> $currentId AND ended_at IS NULL', {
    me: actor.id,
    currentId,
    now: Date.now(),
  });
}
