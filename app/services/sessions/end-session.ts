import { parseRefreshToken } from '#app/services/sessions/session-tokens.ts';
import { execute, select } from '#db/connection.ts';

/** Signs one device out. Idempotent. */
export async function endSession(sessionId: string): Promise<void> {
  await execute('UPDATE sessions SET ended_at = $now WHERE id = $sessionId AND ended_at IS NULL', {
    sessionId,
    now: Date.now(),
  });
}

/**
 * Ends all access to an account after a new password, a suspension or a deletion: signs its devices out, revokes its
 * access tokens, and cancels sign-ins that await their second factor.
 */
export async function endSessionsOf(userId: string): Promise<void> {
  await execute('DELETE FROM tokens WHERE user_id = $userId', { userId });
  await execute("UPDATE grants SET used_at = $now WHERE user_id = $userId AND purpose = '2fa' AND used_at IS NULL", {
    userId,
    now: Date.now(),
  });
  await execute('UPDATE sessions SET ended_at = $now WHERE user_id = $userId AND ended_at IS NULL', {
    userId,
    now: Date.now(),
  });
}

/** Signs out by refresh token, for a browser whose access cookie has expired. */
export async function endSessionOfRefreshToken(refreshToken: string): Promise<void> {
  const token = parseRefreshToken(refreshToken);
  if (!token) return;
  const [family] = await select<{ id: string; salt: string }>('SELECT id, salt FROM sessions WHERE id = $id', {
    id: token.sessionId,
  });
  if (family && token.isOf(family)) await endSession(family.id);
}
