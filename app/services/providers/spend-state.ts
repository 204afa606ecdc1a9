import { hashToken } from '#app/services/crypto/secrets.ts';
import { execute, inTransaction } from '#db/connection.ts';

/** An attempt is good for this long, and so is the cookie that holds it. */
export const ATTEMPT_TTL_SECONDS = 10 * 60;

/** Uses an attempt up; false when it was used before. Only spent ones are kept: anyone can begin as many as they like. */
export function spendState(state: string): Promise<boolean> {
  const now = Date.now();
  return inTransaction(async () => {
    await execute('DELETE FROM spent_states WHERE expires_at < $now', { now });
    const spent = await execute(
      'INSERT INTO spent_states (id, expires_at) VALUES ($id, $expiresAt) ON CONFLICT (id) DO NOTHING',
      { id: hashToken(state), expiresAt: now + 2000 * ATTEMPT_TTL_SECONDS },
    );
    return spent === 1;
  });
}
