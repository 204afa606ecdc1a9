import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#app/errors.ts';
import { PASSWORD_MAX } from '#app/schemas/limits.ts';
import { TurnQueue } from '#app/services/turn-queue.ts';

// OWASP's smallest recommended Argon2id parameters (the package's enum cannot be imported; 2 is Argon2id). Hashing runs
// on libuv's threads: four at once leave some for the database. If the queue is full, calls are refused.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;
const QUEUE_MAX = 64;

const turns = new TurnQueue({ atOnce: AT_ONCE });

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/** A code point has at most two units. */
const UNITS_MAX = 2 * PASSWORD_MAX;

/**
 * Verifies a password. Without a stored hash it takes equally long and returns false, so that timing reveals nothing;
 * likewise for a password longer than any that can be set, of which only the first units are hashed.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const hashed = password.slice(0, UNITS_MAX);
  const matches = await inTurn(async () => verify(stored ?? (await nobodysHash()), hashed));
  return matches && hashed === password && Boolean(stored);
}

let nobody: Promise<string> | undefined;

function nobodysHash(): Promise<string> {
  nobody ??= hash('nobody', PARAMETERS);
  return nobody;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting >= QUEUE_MAX) throw new AppError('unavailable', { retryAfterSeconds: 5 });
  return turns.run(work);
}
