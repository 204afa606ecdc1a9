import { AppError } from '#app/errors.ts';
import type { MailedCodeType } from '#app/schemas/accounts.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { guessKey } from '#app/services/limits/counter.ts';
import { countGuess, forgetGuesses, requireGuessesLeft } from '#app/services/sign-in/code-guesses.ts';
import { browserHash, type Requester } from '#app/services/sign-in/requester.ts';
import { codeHash, isSpentCode } from '#app/services/sign-in/verification-codes.ts';
import { models } from '#db/connection.ts';
import { countAttempt, findLiveCodes, markCodeUsed, markCodeUsedByLink } from '#db/queries/codes.ts';

const ATTEMPTS_MAX = 5;
/** Codes of these types work only in the requesting browser, or through the mailed link (contract §6). */
const BOUND_TYPES: MailedCodeType[] = ['reset-password', 'change-email'];

/** Types whose codes are entered after a first proof. */
const PROVED_TYPES: MailedCodeType[] = ['2fa', 'link-provider'];

/** A typed code, or the token of the mailed link. */
export type CodeProof = { code: string; link?: string | undefined };
/** `account`: for `change-email`, the one that must have requested the code. */
type Claim = { email: string; type: MailedCodeType; account: string | null };
type Outcome = 'right' | 'wrong' | 'dead';

/**
 * Consumes a code. Guesses of the requesting browser use one of the code's five attempts; other guesses use a separate
 * counter and never the code. Each counter allows ten a day, regardless of new codes. A code or link that an account
 * requested is valid for that `account` only. Throws `codeInvalid`, and `requestTooFrequent`.
 */
export async function consumeCode(
  email: string,
  type: MailedCodeType,
  { code, link }: CodeProof,
  asker: Requester,
  account: string | null = null,
): Promise<void> {
  const claim = { email, type, account };
  if (link) return followLink(claim, link);
  const browser = await boundBrowser(claim, asker);
  const guesser = guessKeyOf(email, type, browser);
  await requireGuessesLeft(guesser);
  const isAttempt = browser !== null || PROVED_TYPES.includes(type);
  const outcome = isAttempt ? await consumeAttempt(claim, code, browser) : await spendElsewhere(claim, code);
  if (outcome === 'right') return forgetGuesses(guesser);
  if (outcome === 'wrong') await countGuess(guesser);
  throw new AppError('codeInvalid');
}

async function followLink(claim: Claim, link: string): Promise<void> {
  const used = await markCodeUsedByLink({ ...claim, link: sha256(link), now: Date.now() });
  if (used !== 1) throw new AppError('codeInvalid');
}

/** Returns the hash of the requesting browser if it requested a code of this type. */
async function boundBrowser({ email, type, account }: Claim, asker: Requester): Promise<string | null> {
  const browser = browserHash(asker);
  if (browser === null) return null;
  const isBound = await (await models()).Code.count({
    where: { email, type, requestedBy: account, browserHash: browser },
  });
  return isBound ? browser : null;
}

/**
 * Checks a code and counts the attempt in one conditional statement. `browser` is the hash of the browser it is bound
 * to, or null. Returns `dead` if no code is valid, or for a correct code already used, which is not a guess.
 */
export async function consumeAttempt(claim: Claim, code: string, browser: string | null = null): Promise<Outcome> {
  const guess = { ...claim, hash: codeHash(claim.email, claim.type, code), browser, attemptsMax: ATTEMPTS_MAX };
  if ((await markCodeUsed({ ...guess, now: Date.now() })) === 1) return 'right';
  const counted = await countAttempt(guess);
  return counted > 0 ? 'wrong' : 'dead';
}

async function spendElsewhere(claim: Claim, code: string): Promise<Outcome> {
  const { email, type } = claim;
  if (!BOUND_TYPES.includes(type)) {
    const outcome = await spendUnbound(claim, code);
    if (outcome !== 'wrong') return outcome;
  }
  return (await isSpentCode(email, type, code)) ? 'dead' : 'wrong';
}

/** Checks a code that works in any browser; a wrong one uses no attempt of the code. */
async function spendUnbound(claim: Claim, code: string): Promise<Outcome> {
  const { email, type } = claim;
  const now = Date.now();
  const guess = { ...claim, hash: codeHash(email, type, code), browser: null, attemptsMax: ATTEMPTS_MAX, now };
  if ((await markCodeUsed(guess)) === 1) return 'right';
  const live = await findLiveCodes({ email, type, now });
  return live.length > 0 ? 'wrong' : 'dead';
}

/**
 * Returns the counter key of guesses. Each type has its own counter: guesses of one that anybody can post must not
 * block a right code of another.
 */
export function guessKeyOf(email: string, type: MailedCodeType, browser: string | null = null): string {
  return guessKey({ of: email, by: browser === null ? type : `browser ${browser}` });
}
