import { parseRefreshToken } from '#app/services/sessions/session-tokens.ts';
import { execute, select } from '#db/connection.ts';

/** Signs one device out. Ending what has ended changes nothing. */
export async function endSession(sessionId: string): Promise<void> {
  await execute('UPDATE sessions SET ended_at = $now WHERE id = $sessionId AND ended_at IS NULL', {
    sessionId,
    now: Date.now(),
  });
}

/** Signs every device of an account out: after a reset, a suspension, a deletion. */
export async function endSessionsOf(userId: string): Promise<void> {
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
