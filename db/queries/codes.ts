import { changeOf, rowsOf } from '#db/query.ts';

type Which = { email: string; type: string };
/** `account` requested the code for its new address; null for other types. */
type Owned = Which & { account: string | null };
type Guess = Which & { hash: string };
type OwnedGuess = Owned & { hash: string };

/**
 * Replaces the valid code of an address, type and slot unless it is too recent. `afterUse` ignores the age of a used
 * one.
 */
export const replaceLiveCode = changeOf<
  OwnedGuess & {
    id: string;
    slot: string;
    browser: string | null;
    link: string;
    now: number;
    expiresAt: number;
    resendBefore: number;
    afterUse: number;
  }
>({
  name: 'replaceLiveCode',
  uses: { sqlite: [], postgres: ['codes_live'] },
  sql: `INSERT INTO codes (id, email, type, slot, code_hash, browser_hash, link_hash, requested_by, attempts, created_at,
      expires_at)
    VALUES ($id, $email, $type, $slot, $hash, $browser, $link, $account, 0, $now, $expiresAt)
    ON CONFLICT (email, type, slot) DO UPDATE
    SET id = $id, code_hash = $hash, browser_hash = $browser, link_hash = $link, requested_by = $account, attempts = 0,
      created_at = $now, expires_at = $expiresAt, used_at = NULL
    WHERE codes.created_at <= $resendBefore OR (CAST($afterUse AS INTEGER) = 1 AND codes.used_at IS NOT NULL)`,
});

/** Consumes the code of a mailed link. */
export const markCodeUsedByLink = changeOf<Owned & { link: string; now: number }>({
  name: 'markCodeUsedByLink',
  uses: ['codes_live'],
  sql: `UPDATE codes SET used_at = $now
    WHERE email = $email AND type = $type AND link_hash = $link AND used_at IS NULL AND expires_at > $now
      AND requested_by IS NOT DISTINCT FROM CAST($account AS TEXT)`,
});

/** Consumes a code while attempts are left. `browser` is the one it is bound to, null for any. */
export const markCodeUsed = changeOf<OwnedGuess & { browser: string | null; attemptsMax: number; now: number }>({
  name: 'markCodeUsed',
  uses: ['codes_live'],
  sql: `UPDATE codes SET used_at = $now
    WHERE email = $email AND type = $type AND (CAST($browser AS TEXT) IS NULL OR browser_hash = $browser)
      AND code_hash = $hash AND used_at IS NULL AND attempts < $attemptsMax AND expires_at > $now
      AND requested_by IS NOT DISTINCT FROM CAST($account AS TEXT)`,
});

/** Counts a wrong attempt in one statement, so that concurrent attempts also stop at the maximum. */
export const countAttempt = changeOf<OwnedGuess & { browser: string | null; attemptsMax: number }>({
  name: 'countAttempt',
  uses: ['codes_live'],
  sql: `UPDATE codes SET attempts = attempts + 1
    WHERE email = $email AND type = $type AND (CAST($browser AS TEXT) IS NULL OR browser_hash = $browser)
      AND code_hash <> $hash AND used_at IS NULL AND attempts < $attemptsMax
      AND requested_by IS NOT DISTINCT FROM CAST($account AS TEXT)`,
});

/** Finds unused, unexpired codes of an address and type. */
export const findLiveCodes = rowsOf<{ id: string }, Which & { now: number }>({
  name: 'findLiveCodes',
  uses: ['codes_live'],
  sql: 'SELECT id FROM codes WHERE email = $email AND type = $type AND used_at IS NULL AND expires_at > $now',
});

/** Finds a used code with the given hash. */
export const findSpentCodes = rowsOf<{ id: string }, Guess>({
  name: 'findSpentCodes',
  uses: ['codes_live'],
  sql: 'SELECT id FROM codes WHERE email = $email AND type = $type AND code_hash = $hash AND used_at IS NOT NULL',
});

/** Counts a guess below the maximum. The window restarts after it has expired. */
export const addGuess = changeOf<{ guesser: string; now: number; expired: number; max: number }>({
  name: 'addGuess',
  uses: { sqlite: [], postgres: ['code_guesses(email)'] },
  sql: `INSERT INTO code_guesses (email, guesses, since) VALUES ($guesser, 1, $now)
    ON CONFLICT (email) DO UPDATE SET
      guesses = CASE WHEN code_guesses.since <= $expired THEN 1 ELSE code_guesses.guesses + 1 END,
      since = CASE WHEN code_guesses.since <= $expired THEN $now ELSE code_guesses.since END
    WHERE code_guesses.guesses < $max OR code_guesses.since <= $expired`,
});

/** Subtracts a guess, but not below 0. */
export const subtractGuess = changeOf<{ guesser: string }>({
  name: 'subtractGuess',
  uses: ['code_guesses(email)'],
  sql: 'UPDATE code_guesses SET guesses = guesses - 1 WHERE email = $guesser AND guesses > 0',
});
