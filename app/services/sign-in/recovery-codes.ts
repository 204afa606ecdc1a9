import { keyedHash, randomCode } from '#app/services/crypto/secrets.ts';
import { execute, inTransaction, select } from '#db/connection.ts';

const COUNT = 10;
const LENGTH = 10;

/**
 * Creates ten one-use codes that replace a lost authenticator and invalidates older ones. Only this call returns them.
 */
export async function replaceRecoveryCodes(userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => randomCode(LENGTH));
  await inTransaction(async () => {
    await removeRecoveryCodes(userId);
    for (const code of codes) {
      await execute('INSERT INTO recovery_codes (user_id, code_hash) VALUES ($userId, $hash)', {
        userId,
        hash: hashOf(userId, code),
      });
    }
  });
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Consumes a code in one conditional statement; ignores case, spaces and dashes. */
export async function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const used = await execute(
    'UPDATE recovery_codes SET used_at = $now WHERE user_id = $userId AND code_hash = $hash AND used_at IS NULL',
    { userId, hash: hashOf(userId, code), now: Date.now() },
  );
  return used === 1;
}

export async function isSpentRecoveryCode(userId: string, code: string): Promise<boolean> {
  const rows = await select(
    'SELECT code_hash FROM recovery_codes WHERE user_id = $userId AND code_hash = $hash AND used_at IS NOT NULL',
    { userId, hash: hashOf(userId, code) },
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(userId: string): Promise<number> {
  const [row] = await select<{ count: number }>(
    'SELECT COUNT(*) AS count FROM recovery_codes WHERE user_id = $userId AND used_at IS NULL',
    { userId },
  );
  return Number(row?.count ?? 0);
}

export async function removeRecoveryCodes(userId: string): Promise<void> {
  await execute('DELETE FROM recovery_codes WHERE user_id = $userId', { userId });
}

function hashOf(userId: string, code: string): string {
  return keyedHash('recovery-code', userId, code.toUpperCase().replace(/[\s-]/g, ''));
}
