import { recordEvent } from '#app/services/audit/record-act.ts';
import { parseRefreshToken } from '#app/services/sessions/session-tokens.ts';
import { revokeResets } from '#app/services/sign-in/revoke-resets.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAccount } from '#db/locks.ts';

/** Signs one device out. Idempotent. */
export async function endSession(sessionId: string): Promise<void> {
  const live = { id: sessionId, endedAt: null };
  await inTransaction(async () => {
    const { Session } = await models();
    const session = await Session.findOne({ where: live });
    if (!session) return;
    await session.update({ endedAt: Date.now() });
    await recordEvent(session.userId, { action: 'session.end', subject: session.userId });
  });
}

/**
 * Ends all access to an account after a new password, a suspension or a deletion: ends its sessions, revokes its access
 * tokens, uses up codes and grants to replace the password or address, and cancels sign-ins that await their second
 * factor.
 */
export async function endSessionsOf(userId: string): Promise<void> {
  await inTransaction(async () => {
    const user = await lockAccount(userId);
    await (await models()).Token.destroy({ where: { userId } });
    if (user) await revokeResets(user);
    await signOutEverywhere(userId);
  });
}

/** Signs out all devices of an account and cancels sign-ins that wait for the second factor. */
export async function signOutEverywhere(userId: string): Promise<void> {
  const now = Date.now();
  await inTransaction(async () => {
    const { Grant, Session } = await models();
    await Grant.update({ usedAt: now }, { where: { userId, purpose: '2fa', usedAt: null } });
    await Session.update({ endedAt: now }, { where: { userId, endedAt: null } });
  });
}

/** Signs out by refresh token, for a browser whose access cookie has expired. */
export async function endSessionOfRefreshToken(refreshToken: string): Promise<void> {
  const token = parseRefreshToken(refreshToken);
  if (!token) return;
  const family = await (await models()).Session.findByPk(token.sessionId);
  if (family && token.isOf(family)) await endSession(family.id);
}
