import type { Actor } from '#app/services/actor.ts';
import { readAccessToken } from '#app/services/sessions/session-tokens.ts';
import { models } from '#db/connection.ts';
import { findLiveAccount } from '#db/queries/sessions.ts';

export type LiveSession = { sessionId: string; actor: Actor };

/** Returns true if a session is still valid. Used by long-running requests. */
export async function isSessionLive(sessionId: string): Promise<boolean> {
  return (await findSessionActor(sessionId)) !== null;
}

/** Returns true if the person chose to stay signed in when the session began. */
export async function isSessionRemembered(sessionId: string): Promise<boolean> {
  const session = await (await models()).Session.findByPk(sessionId);
  return session?.remember === 1;
}

/** Finds the account of a session; null if it has ended. */
export async function findSessionActor(sessionId: string): Promise<Actor | null> {
  const [actor] = await findLiveAccount({ sessionId, now: Date.now() });
  return actor ?? null;
}

/** Finds the session of an access token; null if it expired, was revoked, or the account may not sign in. */
export async function findSession(accessToken: string): Promise<LiveSession | null> {
  const sessionId = await readAccessToken(accessToken);
  if (!sessionId) return null;
  const actor = await findSessionActor(sessionId);
  return actor ? { sessionId, actor } : null;
}
