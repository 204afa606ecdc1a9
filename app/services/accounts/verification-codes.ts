import { AppError } from '#app/errors.ts';
import type { CodeType } from '#app/schemas/accounts.ts';
import { CODE_LENGTH } from '#app/schemas/limits.ts';
import { countGuess, forgetGuesses, requireGuessesLeft } from '#app/services/accounts/code-guesses.ts';
import { newId } from '#app/services/new-id.ts';
import { keyedHash, randomCode } from '#app/services/secrets.ts';
import { execute, select } from '#db/connection.ts';

const TTL_SECONDS = 10 * 60;
const ATTEMPTS_MAX = 5;
export const RESEND_SECONDS = 60;

/**
 * Makes the one live code of an address and type, replacing an older one; null within a minute of the last, when
 * nothing may be mailed (`afterUse`: or once the last has been used, for whoever proved the password again). Called for addresses without an account too: the row, not the account, decides when to refuse.
 */
export async function issueCode(
  email: string,
  type: CodeType,
  { afterUse = false }: { afterUse?: boolean } = {},
): Promise<string | null> {
  const code = randomCode(CODE_LENGTH);
  const now = Date.now();
  const issued = await execute(
    `INSERT INTO codes (id, email, type, code_hash, attempts, created_at, expires_at)
     VALUES ($id, $email, $type, $hash, 0, $now, $expiresAt)
     ON CONFLICT (email, type) DO UPDATE
     SET id = $id, code_hash = $hash, attempts = 0, created_at = $now, expires_at = $expiresAt, used_at = NULL
     WHERE codes.created_at <= $resendBefore${afterUse ? ' OR codes.used_at IS NOT NULL' : ''}`,
    {
      id: newId(),
      email,
      type,
      hash: codeHash(email, type, code),
      now,
      expiresAt: now + 1000 * TTL_SECONDS,
      resendBefore: now - 1000 * RESEND_SECONDS,
    },
  );
  return issued === 1 ? code : null;
}

/**
 * Uses a code up; a wrong one costs an attempt. Throws `codeInvalid`, and `requestTooFrequent` after ten wrong ones in a
 * day: asking for new codes buys no more guesses.
 */
export async function consumeCode(email: string, type: CodeType, code: string): Promise<void> {
  const guesser = guesserOf(email, type);
  await requireGuessesLeft(guesser);
  const outcome = await spendCode(email, type, code);
  if (outcome === 'right') return forgetGuesses(guesser);
  if (outcome === 'wrong') await countGuess(guesser);
  throw new AppError('codeInvalid');
}

/** The bare check, in one conditional statement; `dead` when there is no live code, or the right one was used before. */
export async function spendCode(email: string, type: CodeType, code: string): Promise<'right' | 'wrong' | 'dead'> {
  const bind = { email, type, hash: codeHash(email, type, code), now: Date.now() };
  const used = await execute(
    `UPDATE codes SET used_at = $now
     WHERE email = $email AND type = $type AND code_hash = $hash
       AND used_at IS NULL AND attempts < ${ATTEMPTS_MAX} AND expires_at > $now`,
    bind,
  );
  if (used === 1) return 'right';
  // The right code used before is no guess.
  const counted = await execute(
    `UPDATE codes SET attempts = attempts + 1
     WHERE email = $email AND type = $type AND code_hash <> $hash AND used_at IS NULL AND attempts < ${ATTEMPTS_MAX}`,
    { email, type, hash: bind.hash },
  );
  return counted === 1 ? 'wrong' : 'dead';
}

/** Whether this is the right code, used before. */
export async function isSpentCode(email: string, type: CodeType, code: string): Promise<boolean> {
  const rows = await select(
    'SELECT id FROM codes WHERE email = $email AND type = $type AND code_hash = $hash AND used_at IS NOT NULL',
    { email, type, hash: codeHash(email, type, code) },
  );
  return rows.length === 1;
}

/**
 * Whose guesses are counted together. Those at a second factor come after the right password and are counted apart:
 * a stranger who guesses at an address does not keep its owner from signing in.
 */
export function guesserOf(email: string, type: CodeType): string {
  return type === '2fa' ? `2fa ${email}` : email;
}

function codeHash(email: string, type: CodeType, code: string): string {
  return keyedHash('code', type, email, code.toUpperCase());
}
