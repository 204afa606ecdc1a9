import { AppError } from '#app/errors.ts';
import { DAY_MS } from '#app/services/day.ts';
import { inTransaction, models } from '#db/connection.ts';
import { addGuess, subtractGuess } from '#db/queries/codes.ts';

/** Maximum number of wrong codes per guesser (`guessKey`) within a day of the first, across all codes. */
const GUESSES_MAX = 10;
const WINDOW_MS = DAY_MS;

/** Throws `requestTooFrequent` after ten guesses, until a day after the first. */
export async function requireGuessesLeft(guesser: string): Promise<void> {
  const row = await (await models()).CodeGuess.findByPk(guesser);
  const left = row ? row.since + WINDOW_MS - Date.now() : 0;
  if (!row || left <= 0 || row.guesses < GUESSES_MAX) return;
  throw new AppError('requestTooFrequent', { retryAfterSeconds: Math.ceil(left / 1000) });
}

export async function countGuess(guesser: string): Promise<void> {
  await add(guesser, 2 ** 31 - 1);
}

/**
 * Consumes a guess before it is checked, in one conditional statement: concurrent guesses also stop at ten. Throws
 * `requestTooFrequent`.
 */
export async function takeGuess(guesser: string): Promise<void> {
  if ((await add(guesser, GUESSES_MAX)) === 0) await requireGuessesLeft(guesser);
}

function add(guesser: string, max: number): Promise<number> {
  const now = Date.now();
  return addGuess({ guesser, now, expired: now - WINDOW_MS, max });
}

/** Gives back a guess whose code was correct but already used. */
export async function returnGuess(guesser: string): Promise<void> {
  await subtractGuess({ guesser });
}

/** Resets the counter after a correct code. */
export async function forgetGuesses(guesser: string): Promise<void> {
  await inTransaction(async () => (await models()).CodeGuess.destroy({ where: { guesser } }));
}
