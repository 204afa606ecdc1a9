import type { Actor } from '#app/services/actor.ts';
import { readAccessToken } from '#app/services/sessions/session-tokens.ts';
import { select } from '#db/connection.ts';

export type LiveSession = { sessionId: string; actor: Actor };

// One query for session and account: a revocation or suspension takes effect with the next request in every process.
const LIVE = `
  SELECT users.id, users.email, users.display_name AS "displayName", users.image_url AS "imageUrl", users.role,
    users.lng
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.id = $sessionId AND sessions.ended_at IS NULL AND sessions.expires_at > $now
    AND users.status = 'ACTIVE' AND users.verified_at IS NOT NULL`;

/** Returns whether a session is still valid, for long-running requests. */
export async function isSessionLive(sessionId: string): Promise<boolean> {
  return (await select(LIVE, { sessionId, now: Date.now() })).length > 0;
}

/** Finds the session of an access token; null if it expired, was revoked, or the account may not sign in. */
export async function findSession(accessToken: string): Promise<LiveSession | null> {
  const sessionId = await readAccessToken(accessToken);
  if (!sessionId) return null;
  const [actor] = await select<Actor>(LIVE, { sessionId, now: Date.now() });
  return actor ? { sessionId, actor } : null;
}
