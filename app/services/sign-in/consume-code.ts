import { AppError } from '#app/errors.ts';
import type { MailedCodeType } from '#app/schemas/accounts.ts';
import { hashToken } from '#app/services/crypto/secrets.ts';
import { type Asker, browserHash } from '#app/services/sign-in/asker.ts';
import { countGuess, forgetGuesses, requireGuessesLeft } from '#app/services/sign-in/code-guesses.ts';
import { codeHash, isSpentCode } from '#app/services/sign-in/verification-codes.ts';
import { execute, select } from '#db/connection.ts';

const ATTEMPTS_MAX = 5;
/** Codes of these types work only in the requesting browser, or through the mailed link (contract §6). */
const BOUND_TYPES: MailedCodeType[] = ['reset-password', 'change-email'];

/** Guesses at these types come after a first proof. */
const PROVED_TYPES: MailedCodeType[] = ['2fa', 'link-provider'];

/** A typed code, or the token of the mailed link. */
export type CodeProof = { code: string; link?: string | undefined };
type Outcome = 'right' | 'wrong' | 'dead';

/**
 * Consumes a code. Guesses of the requesting browser use one of the code's five attempts; other guesses use a separate
 * counter and never the code. Each counter allows ten a day, regardless of new codes. Throws `codeInvalid`, and
 * `requestTooFrequent`.
 */
export async function consumeCode(
  email: string,
  type: MailedCodeType,
  { code, link }: CodeProof,
  asker: Asker,
): Promise<void> {
  if (link) return followLink(email, type, link);
  const browser = await boundBrowser(email, type, asker);
  const guesser = guesserOf(email, type, browser);
  await requireGuessesLeft(guesser);
  const isAttempt = browser !== null || PROVED_TYPES.includes(type);
  const outcome = isAttempt ? await spendAttempt(email, type, code, browser) : await spendElsewhere(email, type, code);
  if (outcome === 'right') return forgetGuesses(guesser);
  if (outcome === 'wrong') await countGuess(guesser);
  throw new AppError('codeInvalid');
}

async function followLink(email: string, type: MailedCodeType, link: string): Promise<void> {
  const now = Date.now();
  const used = await execute(
    `UPDATE codes SET used_at = $now
     WHERE email = $email AND type = $type AND link_hash = $link AND used_at IS NULL AND expires_at > $now`,
    { email, type, link: hashToken(link), now },
  );
  if (used !== 1) throw new AppError('codeInvalid');
}

/** Returns the hash of the requesting browser if it requested a code of this type. */
async function boundBrowser(email: string, type: MailedCodeType, asker: Asker): Promise<string | null> {
  const browser = browserHash(asker);
  if (browser === null) return null;
  const rows = await select('SELECT id FROM codes WHERE email = $email AND type = $type AND browser_hash = $browser', {
    email,
    type,
    browser,
  });
  return rows.length > 0 ? browser : null;
}

/**
 * Checks a code and counts the attempt in one conditional statement; `browser` is the one it is bound to, if any.
 * `dead`: no live code, or the right one was used before, which is no guess.
 */
export async function spendAttempt(
  email: string,
  type: MailedCodeType,
  code: string,
  browser: string | null = null,
): Promise<Outcome> {
  const bind = { email, type, hash: codeHash(email, type, code), ...(browser && { browser }) };
  const own = `email = $email AND type = $type ${browser ? 'AND browser_hash = $browser' : ''}`;
  const used = await execute(
    `UPDATE codes SET used_at = $now
     WHERE ${own} AND code_hash = $hash AND used_at IS NULL AND attempts < ${ATTEMPTS_MAX} AND expires_at > $now`,
    { ...bind, now: Date.now() },
  );
  if (used === 1) return 'right';
  const counted = await execute(
    `UPDATE codes SET attempts = attempts + 1
     WHERE ${own} AND code_hash <> $hash AND used_at IS NULL AND attempts < ${ATTEMPTS_MAX}`,
    bind,
  );
  return counted > 0 ? 'wrong' : 'dead';
}

async function spendElsewhere(email: string, type: MailedCodeType, code: string): Promise<Outcome> {
  if (!BOUND_TYPES.includes(type)) {
    const outcome = await spendUnbound(email, type, code);
    if (outcome !== 'wrong') return outcome;
  }
  return (await isSpentCode(email, type, code)) ? 'dead' : 'wrong';
}

/** Checks a code that works in any browser; a wrong one uses no attempt of the code. */
async function spendUnbound(email: string, type: MailedCodeType, code: string): Promise<Outcome> {
  const now = Date.now();
  const used = await execute(
    `UPDATE codes SET used_at = $now
     WHERE email = $email AND type = $type AND code_hash = $hash AND used_at IS NULL AND expires_at > $now
       AND attempts < ${ATTEMPTS_MAX}`,
    { email, type, hash: codeHash(email, type, code), now },
  );
  if (used === 1) return 'right';
  const live = await select(
    'SELECT id FROM codes WHERE email = $email AND type = $type AND used_at IS NULL AND expires_at > $now',
    { email, type, now },
  );
  return live.length > 0 ? 'wrong' : 'dead';
}

/** Returns the counter key of guesses. Second-factor guesses follow the right password and are counted separately. */
export function guesserOf(email: string, type: MailedCodeType, browser: string | null = null): string {
  if (type === '2fa') return `2fa ${email}`;
  return browser === null ? email : `browser ${browser} ${email}`;
}
