import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { execute, models, select } from '#db/connection.ts';

export type BlockedPerson = { email: string; displayName: string | null };

/**
 * From now on nothing that a person shares reaches the actor, in no list and by no address; the person is not told.
 * Throws `userNotFound`, for oneself too.
 */
export async function blockPerson(actor: Actor, email: string): Promise<void> {
  const person = await (await models()).User.findOne({ where: { email } });
  if (!person || person.id === actor.id) throw new AppError('userNotFound');
  await execute(
    `INSERT INTO blocks (user_id, blocked_id, created_at) VALUES ($me, $blockedId, $now) ON CONFLICT DO NOTHING`,
    { me: actor.id, blockedId: person.id, now: Date.now() },
  );
}

/** What the person shares is there again. */
export async function unblockPerson(actor: Actor, email: string): Promise<void> {
  await execute('DELETE FROM blocks WHERE user_id = $me AND blocked_id = (SELECT id FROM users WHERE email = $email)', {
    me: actor.id,
    email,
  });
}

/** Whom the actor has blocked, the latest first. */
export function listBlocked(actor: Actor): Promise<BlockedPerson[]> {
  return select<BlockedPerson>(
    `SELECT users.email, users.display_name AS "displayName" FROM blocks JOIN users ON users.id = blocks.blocked_id
     WHERE blocks.user_id = $me ORDER BY blocks.created_at DESC, users.email`,
    { me: actor.id },
  );
}

/** Whether a person has blocked the actor; for what would be sent to them. */
export async function isBlockedBy(actor: Actor, userId: string): Promise<boolean> {
  const rows = await select('SELECT user_id FROM blocks WHERE user_id = $userId AND blocked_id = $me', {
    userId,
    me: actor.id,
  });
  return rows.length > 0;
}
