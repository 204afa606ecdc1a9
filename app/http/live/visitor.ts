import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import { ownCookie } from '#app/http/request/cookies.ts';
import { ACCESS } from '#app/http/session/session.ts';
import type { Actor } from '#app/services/actor.ts';
import { findSession, isSessionLive } from '#app/services/sessions/find-session.ts';
import { findTokenActor } from '#app/services/tokens/find-token-actor.ts';

/** Who opens a connection that outlives its request. */
export type Visitor = {
  actor: Actor;
  /** Whether cookie or token allow changes at all. */
  mayWrite: boolean;
  isStillGood: () => Promise<boolean>;
};

/** Identifies a visitor as any GET does: a token in `Authorization`, else the session's cookie; null for a stranger. */
export async function findVisitor({ headers }: IncomingMessage, address: string): Promise<Visitor | null> {
  const token = /^Bearer *(.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  if (token !== undefined) {
    const bearer = await findTokenActor(token, address);
    if (!bearer) return null;
    const isStillGood = async () => (await findTokenActor(token, address)) !== null;
    return { actor: bearer.actor, mayWrite: bearer.scope !== 'read', isStillGood };
  }
  const access = parseCookie(headers.cookie ?? '')[ownCookie(ACCESS)];
  const session = access ? await findSession(access) : null;
  if (!session) return null;
  return { actor: session.actor, mayWrite: true, isStillGood: () => isSessionLive(session.sessionId) };
}
