import { AppError } from '#app/errors.ts';
import { execute, select } from '#db/connection.ts';

/** Wrong codes per guesser (`guesserOf`) within a day of the first, across all codes. */
const GUESSES_MAX = 10;
const WINDOW_MS = 24 * 3600 * 1000;

/** Throws `requestTooFrequent` until a day after the first of ten. */
export async function requireGuessesLeft(email: string): Promise<void> {
  const [row] = await select<{ guesses: number; since: number }>(
    'SELECT guesses, since FROM code_guesses WHERE email = $email',
    { email },
  );
  const left = row ? row.since + WINDOW_MS - Date.now() : 0;
  if (!row || left <= 0 || row.guesses < GUESSES_MAX) return;
  throw new AppError('requestTooFrequent', { retryAfterSeconds: Math.ceil(left / 1000) });
}

export async function countGuess(guesser: string): Promise<void> {
  await addGuess(guesser, 2 ** 31 - 1);
}

/**
 * Consumes a guess before it is checked, in one conditional statement: concurrent guesses also stop at ten. Throws
 * `requestTooFrequent`.
 */
export async function takeGuess(email: string): Promise<void> {
  if ((await addGuess(email, GUESSES_MAX)) === 0) await requireGuessesLeft(email);
}

function addGuess(email: string, max: number): Promise<number> {
  const now = Date.now();
  return execute(
    `INSERT INTO code_guesses (email, guesses, since) VALUES ($email, 1, $now)
     ON CONFLICT (email) DO UPDATE SET
       guesses = CASE WHEN code_guesses.since <= $expired THEN 1 ELSE code_guesses.guesses + 1 END,
       since = CASE WHEN code_guesses.since <= $expired THEN $now ELSE code_guesses.since END
     WHERE code_guesses.guesses < $max OR code_guesses.since <= $expired`,
    { email, now, expired: now - WINDOW_MS, max },
  );
}

/** Returns a guess that was the right code, used a moment before. */
export async function returnGuess(email: string): Promise<void> {
  await execute('UPDATE code_guesses SET guesses = guesses - 1 WHERE email = $email AND guesses > 0', { email });
}

/** The right code resets the counter. */
export async function forgetGuesses(email: string): Promise<void> {
  await execute('DELETE FROM code_guesses WHERE email = $email', { email });
}
