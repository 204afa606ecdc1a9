import { AppError } from '#app/errors.ts';
import type { MailedCodeType } from '#app/schemas/accounts.ts';
import { CODE_LENGTH } from '#app/schemas/limits.ts';
import { keyedHash, randomCode } from '#app/services/crypto/secrets.ts';
import { consumeLimit, requireWithinLimit } from '#app/services/limits/request-limits.ts';
import { newId } from '#app/services/new-id.ts';
import { countGuess, forgetGuesses, requireGuessesLeft } from '#app/services/sign-in/code-guesses.ts';
import { execute, select } from '#db/connection.ts';

const TTL_SECONDS = 10 * 60;
const ATTEMPTS_MAX = 5;
const RESEND_SECONDS = 60;

/**
 * Makes the one live code of an address and type, replacing an older one. Called for addresses without an account too:
 * rows, not accounts, decide when to refuse. Throws `requestTooFrequent` within a minute of the last (`afterUse`: unless
 * the last has been used, for whoever proved the password again), and after five mails to the address within an hour
 * (signing in with a second factor is not counted: it takes the password first).
 */
export async function issueCode(
  email: string,
  type: MailedCodeType,
  { afterUse = false }: { afterUse?: boolean } = {},
): Promise<string> {
  const isCounted = type !== '2fa';
  if (isCounted) await requireWithinLimit('mailToEmail', email);
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
  if (issued !== 1) throw new AppError('requestTooFrequent', { retryAfterSeconds: RESEND_SECONDS });
  if (isCounted) await consumeLimit('mailToEmail', email);
  return code;
}

/** The same for an answer that must not tell: null where nothing may be mailed. */
export async function issueCodeOrNull(
  email: string,
  type: MailedCodeType,
  options?: { afterUse?: boolean },
): Promise<string | null> {
  try {
    return await issueCode(email, type, options);
  } catch (error) {
    if (error instanceof AppError && error.error === 'requestTooFrequent') return null;
    throw error;
  }
}

/**
 * Uses a code up; a wrong one costs an attempt. Throws `codeInvalid`, and `requestTooFrequent` after ten wrong ones in a
 * day: asking for new codes buys no more guesses.
 */
export async function consumeCode(email: string, type: MailedCodeType, code: string): Promise<void> {
  const guesser = guesserOf(email, type);
  await requireGuessesLeft(guesser);
  const outcome = await spendCode(email, type, code);
  if (outcome === 'right') return forgetGuesses(guesser);
  if (outcome === 'wrong') await countGuess(guesser);
  throw new AppError('codeInvalid');
}

/** The bare check, in one conditional statement; `dead` when there is no live code, or the right one was used before. */
export async function spendCode(
  email: string,
  type: MailedCodeType,
  code: string,
): Promise<'right' | 'wrong' | 'dead'> {
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
export async function isSpentCode(email: string, type: MailedCodeType, code: string): Promise<boolean> {
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
export function guesserOf(email: string, type: MailedCodeType): string {
  return type === '2fa' ? `2fa ${email}` : email;
}

function codeHash(email: string, type: MailedCodeType, code: string): string {
  return keyedHash('code', type, email, code.toUpperCase());
}
