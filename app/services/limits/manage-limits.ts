import { sha256 } from '#app/services/crypto/secrets.ts';
import { DAY_MS } from '#app/services/day.ts';
import { subjectOfGuess } from '#app/services/limits/counter.ts';
import { execute, inTransaction, models, select } from '#db/connection.ts';

/** An active counter. `who` is a hash, as no addresses are stored. */
export type LimitEntry = { limit: string; who: string; used: number; until: string };

const SHOWN_HASH = 12;

/**
 * Lists active counters, the last to expire first, optionally those of one e-mail address (its account's too), client
 * address or account id.
 */
export async function listLimits(subject?: string): Promise<LimitEntry[]> {
  const rows = await select<{ key: string; points: number; expire: number }>(
    'SELECT key, points, expire FROM limits WHERE expire > $now ORDER BY expire DESC, key',
    { now: Date.now() },
  );
  const guesses = await select<{ guesser: string; guesses: number; since: number }>(
    'SELECT email AS guesser, guesses, since FROM code_guesses WHERE since > $since ORDER BY since DESC',
    { since: Date.now() - DAY_MS },
  );
  const entries = [
    ...rows.map(({ key, points, expire }) => {
      const [limit = '', who = ''] = key.split(':');
      return { limit, who, used: points, until: new Date(expire).toISOString() };
    }),
    ...guesses.map(({ guesser, guesses, since }) => ({
      limit: 'codeGuesses',
      who: sha256(subjectOfGuess(guesser)),
      used: guesses,
      until: new Date(since + DAY_MS).toISOString(),
    })),
  ];
  const hashes = subject === undefined ? [] : (await namesOf(subject)).map(sha256);
  const wanted = subject === undefined ? entries : entries.filter(({ who }) => hashes.includes(who));
  return wanted.map((entry) => ({ ...entry, who: entry.who.slice(0, SHOWN_HASH) }));
}

/** Returns the names that counters have: the subject, and for an address the id of its account. */
async function namesOf(subject: string): Promise<string[]> {
  const accounts = await select<{ id: string }>('SELECT id FROM users WHERE email = $subject', { subject });
  return [subject, ...accounts.map(({ id }) => id)];
}

/** Clears the counters of an address and its account, of an account id, or all. Returns their number. */
export async function clearLimits(subject?: string): Promise<number> {
  if (subject === undefined) return (await execute('DELETE FROM limits')) + (await execute('DELETE FROM code_guesses'));
  const names = await namesOf(subject);
  let cleared = await clearGuesses(names);
  for (const hash of names.map(sha256)) {
    const keys = { key: `%:${hash}`, divided: `%:${hash}:%` };
    cleared += await execute('DELETE FROM limits WHERE key LIKE $key OR key LIKE $divided', keys);
  }
  return cleared;
}

/** Clears the counters of wrong codes of these addresses and account ids. Returns their number. */
export async function clearGuesses(names: string[]): Promise<number> {
  const { CodeGuess } = await models();
  const rows = await CodeGuess.findAll({ attributes: ['guesser'] });
  const keys = rows.map(({ guesser }) => guesser).filter((key) => names.includes(subjectOfGuess(key)));
  return inTransaction(async () => CodeGuess.destroy({ where: { guesser: keys } }));
}
