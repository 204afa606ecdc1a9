import { AppError } from '#app/errors.ts';
import { isSomeoneElse } from '#app/policies/share-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { execute, models, select } from '#db/connection.ts';

export type BlockedPerson = { email: string; displayName: string | null };

/**
 * Blocks a person: nothing they share reaches the actor, in lists or by address; the person is not notified. Throws
 * `userNotFound`, also for oneself.
 */
export async function blockPerson(actor: Actor, email: string): Promise<void> {
  const person = await (await models()).User.findOne({ where: { email } });
  if (!person || !isSomeoneElse(actor, person)) throw new AppError('userNotFound');
  await execute(
    `INSERT INTO blocks (user_id, blocked_id, created_at) VALUES ($me, $blockedId, $now) ON CONFLICT DO NOTHING`,
    { me: actor.id, blockedId: person.id, now: Date.now() },
  );
}

/** Unblocks a person; their shares become visible again. */
export async function unblockPerson(actor: Actor, email: string): Promise<void> {
  await execute('DELETE FROM blocks WHERE user_id = $me AND blocked_id = (SELECT id FROM users WHERE email = $email)', {
    me: actor.id,
    email,
  });
}

/** Lists the people the actor has blocked, latest first. */
export function listBlocked(actor: Actor): Promise<BlockedPerson[]> {
  return select<BlockedPerson>(
    `SELECT users.email, users.display_name AS "displayName" FROM blocks JOIN users ON users.id = blocks.blocked_id
     WHERE blocks.user_id = $me ORDER BY blocks.created_at DESC, users.email`,
    { me: actor.id },
  );
}

/** Returns whether a person has blocked the actor; checked before sending them something. */
export async function isBlockedBy(actor: Actor, userId: string): Promise<boolean> {
  const rows = await select('SELECT user_id FROM blocks WHERE user_id = $userId AND blocked_id = $me', {
    userId,
    me: actor.id,
  });
  return rows.length > 0;
}
