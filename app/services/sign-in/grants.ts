import { AppError } from '#app/errors.ts';
import { randomToken, sha256 } from '#app/services/crypto/secrets.ts';
import { inTransaction, models } from '#db/connection.ts';
import type { Grant } from '#db/models/grant.ts';
import { addGrantGuess, findGrant, markGrantUsed } from '#db/queries/grants.ts';

const TTL_SECONDS = 10 * 60;
const GUESSES_MAX = 5;

/** Creates a `tempId`: a one-use right to one action on one account, valid for ten minutes. */
export async function createGrant(
  userId: string,
  purpose: Grant['purpose'],
  { remember = false } = {},
): Promise<string> {
  const tempId = randomToken();
  const now = Date.now();
  const grant = {
    id: sha256(tempId),
    purpose,
    userId,
    remember: remember ? 1 : 0,
    createdAt: now,
    expiresAt: now + 1000 * TTL_SECONDS,
  };
  await inTransaction(async () => (await models()).Grant.create(grant));
  return tempId;
}

/** Consumes a grant and returns its account. Throws `invalidTempId`. */
export async function consumeGrant(tempId: string, purpose: Grant['purpose']): Promise<string> {
  const id = sha256(tempId);
  const used = await markGrantUsed({ id, purpose, now: Date.now() });
  const grant = used === 1 ? await (await models()).Grant.findByPk(id) : null;
  if (!grant) throw new AppError('invalidTempId');
  return grant.userId;
}

export type FoundGrant = { userId: string; remember: boolean; isUsed: boolean };

/** Returns an unexpired grant, used or not, without consuming it. Throws `invalidTempId`. */
export async function getGrant(tempId: string | undefined, purpose: Grant['purpose']): Promise<FoundGrant> {
  const [grant] = await findGrant({ id: sha256(tempId ?? ''), purpose, now: Date.now() });
  if (!grant) throw new AppError('invalidTempId');
  return { userId: grant.userId, remember: grant.remember === 1, isUsed: grant.usedAt !== null };
}

/** Consumes one of a grant's five guesses in one conditional statement; returns false if none is left. */
export async function takeGrantGuess(tempId: string): Promise<boolean> {
  return (await addGrantGuess({ id: sha256(tempId), max: GUESSES_MAX })) === 1;
}

/** Returns true if a grant is unused and unexpired. Pages show their form, else redirect to its start. */
export async function isGrantValid(tempId: string, purpose: Grant['purpose']): Promise<boolean> {
  const [grant] = await findGrant({ id: sha256(tempId), purpose, now: Date.now() });
  return grant?.usedAt === null;
}
