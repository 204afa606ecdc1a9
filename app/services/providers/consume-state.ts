import { sha256 } from '#app/services/crypto/secrets.ts';
import { execute, inTransaction } from '#db/connection.ts';
import { insertSpentState } from '#db/queries/grants.ts';

/** Lifetime of a sign-in attempt and of its cookie. */
export const ATTEMPT_TTL_SECONDS = 10 * 60;

/**
 * Marks a sign-in attempt as used; returns false if it was used before. Only used ones are stored, as anyone can begin
 * any number.
 */
export function consumeState(state: string): Promise<boolean> {
  const now = Date.now();
  return inTransaction(async () => {
    await execute('DELETE FROM spent_states WHERE expires_at < $now', { now });
    return (await insertSpentState({ id: sha256(state), expiresAt: now + 2000 * ATTEMPT_TTL_SECONDS })) === 1;
  });
}
