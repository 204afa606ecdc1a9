import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import { ownCookie } from '#app/http/request/cookies.ts';
import { ACCESS } from '#app/http/session/session.ts';
import type { Actor } from '#app/services/actor.ts';
import { findSession, isSessionLive } from '#app/services/sessions/find-session.ts';
import { mustSetUpFactor } from '#app/services/sign-in/second-factor-rule.ts';
import { mustAcceptTerms } from '#app/services/terms/accept-terms.ts';
import { findTokenActor } from '#app/services/tokens/find-token-actor.ts';

/** The person behind a connection that outlives its request. */
export type LiveVisitor = {
  actor: Actor;
  /** Names the session or the token. For comparison only: it may be the token itself. */
  key: string;
  /** True if cookie or token allow changes at all. */
  mayWrite: boolean;
  isStillGood: () => Promise<boolean>;
};

/**
 * Identifies a visitor as for a GET: by a token in `Authorization`, else by the session's cookie; null without either.
 */
export async function findLiveVisitor({ headers }: IncomingMessage, address: string): Promise<LiveVisitor | null> {
  const token = /^Bearer *(.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  if (token !== undefined) {
    const bearer = await findTokenActor(token, address);
    if (!bearer || (await mustAcceptTerms(bearer.actor)) || (await mustSetUpFactor(bearer.actor))) return null;
    const isStillGood = async () =>
      (await findTokenActor(token, address)) !== null && !(await mustSetUpFactor(bearer.actor));
    return { actor: bearer.actor, key: token, mayWrite: bearer.scope !== 'read', isStillGood };
  }
  const access = parseCookie(headers.cookie ?? '')[ownCookie(ACCESS)];
  const session = access ? await findSession(access) : null;
  if (!session || (await mustAcceptTerms(session.actor)) || (await mustSetUpFactor(session.actor))) return null;
  const isStillGood = async () => (await isSessionLive(session.sessionId)) && !(await mustSetUpFactor(session.actor));
  return { actor: session.actor, key: session.sessionId, mayWrite: true, isStillGood };
}
