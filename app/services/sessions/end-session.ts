import { parseRefreshToken } from '#app/services/sessions/session-tokens.ts';
import { execute, select } from '#db/connection.ts';

/** Signs one device out. Ending what has ended changes nothing. */
export async function endSession(sessionId: string): Promise<void> {
  await execute('UPDATE sessions SET ended_at = $now WHERE id = $sessionId AND ended_at IS NULL', {
    sessionId,
    now: Date.now(),
  });
}

/**
 * Ends every way into an account that is open now: after a new password, a suspension, a deletion. Its devices are
 * signed out, its access tokens are revoked, and sign-ins that wait for their second proof start again.
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

/** Signs out by refresh token, for a browser whose access cookie has already lapsed. */
export async function endSessionOfRefreshToken(refreshToken: string): Promise<void> {
  const token = parseRefreshToken(refreshToken);
  if (!token) return;
  const [family] = await select<{ id: string; salt: string }>('SELECT id, salt FROM sessions WHERE id = $id', {
    id: token.sessionId,
  });
  if (family && token.isOf(family)) await endSession(family.id);
}
