import { AppError } from '#app/errors.ts';
import { hashToken, randomToken } from '#app/services/secrets.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { Grant } from '#db/models/grant.ts';

const TTL_SECONDS = 10 * 60;

/** A `tempId`: lets its holder do one thing for one account once, within ten minutes. */
export async function createGrant(userId: string, purpose: Grant['purpose']): Promise<string> {
  const tempId = randomToken();
  const now = Date.now();
  const grant = { id: hashToken(tempId), purpose, userId, createdAt: now, expiresAt: now + 1000 * TTL_SECONDS };
  await inTransaction(() => Grant.create(grant));
  return tempId;
}

/** Uses a grant up and returns the account it is for. Throws `invalidTempId`. */
export async function consumeGrant(tempId: string, purpose: Grant['purpose']): Promise<string> {
  const bind = { id: hashToken(tempId), purpose, now: Date.now() };
  const used = await execute(
    'UPDATE grants SET used_at = $now WHERE id = $id AND purpose = $purpose AND used_at IS NULL AND expires_at > $now',
    bind,
  );
  const [grant] = used === 1 ? await select<{ userId: string }>(OWNER, { id: bind.id }) : [];
  if (!grant) throw new AppError('invalidTempId');
  return grant.userId;
}

/** Whether a grant could still be used: what decides between the form and the way back to its start. */
export async function isGrantValid(tempId: string, purpose: Grant['purpose']): Promise<boolean> {
  const rows = await select(
    'SELECT id FROM grants WHERE id = $id AND purpose = $purpose AND used_at IS NULL AND expires_at > $now',
    { id: hashToken(tempId), purpose, now: Date.now() },
  );
  return rows.length === 1;
}

const OWNER = 'SELECT user_id AS "userId" FROM grants WHERE id = $id';
