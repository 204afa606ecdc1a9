import { recordEvent } from '#app/services/audit/record-act.ts';
import { randomToken } from '#app/services/crypto/secrets.ts';
import { newId } from '#app/services/new-id.ts';
import { markSeen } from '#app/services/sessions/mark-seen.ts';
import { sessionEnd } from '#app/services/sessions/session-lifetime.ts';
import { refreshTokenOf, signAccessToken } from '#app/services/sessions/session-tokens.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Tokens that keep a browser signed in. */
export type Credentials = { sessionId: string; accessToken: string; refreshToken: string; remember: boolean };
export type Device = { userAgent: string | null; remember: boolean };

const USER_AGENT_MAX = 400;

/**
 * Creates a session on one device. The caller must have authenticated the account, and hold its lock since
 * (`lockAccount`): a reset must not end the other sessions in between.
 */
export async function startSession(userId: string, { userAgent, remember }: Device): Promise<Credentials> {
  const now = Date.now();
  const values = {
    id: newId(),
    userId,
    salt: randomToken(),
    rotatedAt: now,
    remember: remember ? 1 : 0,
    userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: now,
    lastSeenAt: now,
    provedAt: now,
    expiresAt: sessionEnd({ remember: remember ? 1 : 0, createdAt: now }, now),
  };
  const session = await inTransaction(async () => {
    await markSeen(userId, now);
    await recordEvent(userId, { action: 'session.start', subject: userId });
    return (await models()).Session.create(values);
  });
  return {
    sessionId: session.id,
    accessToken: await signAccessToken(session.id),
    refreshToken: refreshTokenOf(session, 0),
    remember,
  };
}
