import type { Actor } from '#app/services/actor.ts';
import { execute, select } from '#db/connection.ts';

/** One device that is signed in. */
export type SessionEntry = { id: string; userAgent: string | null; createdAt: string; lastSeenAt: string };

type Row = { id: string; userAgent: string | null; createdAt: number; lastSeenAt: number };

/** The devices an account is signed in on, the one used last first. */
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

/** Signs one of the actor's own devices out. Another's session is left alone, without a word. */
export async function revokeSession(actor: Actor, sessionId: string): Promise<void> {
  await execute('UPDATE sessions SET ended_at = $now WHERE id = $sessionId AND user_id = $me AND ended_at IS NULL', {
    sessionId,
    me: actor.id,
    now: Date.now(),
  });
}

/** Signs every device out but the one that asks. */
export async function revokeOtherSessions(actor: Actor, currentId: string): Promise<void> {
  await execute('UPDATE sessions SET ended_at = $now WHERE user_id = $me AND id <> $currentId AND ended_at IS NULL', {
    me: actor.id,
    currentId,
    now: Date.now(),
  });
}
