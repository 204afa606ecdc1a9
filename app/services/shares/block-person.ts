import { AppError } from '#app/errors.ts';
import { isSomeoneElse } from '#app/policies/share-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findBlocked } from '#db/queries/shares.ts';

export type BlockedPerson = { email: string; displayName: string | null };

/**
 * Blocks a person: nothing they share is visible to the actor, in lists or by address. The person is not notified.
 * Throws `userNotFound`, also for the actor.
 */
export async function blockPerson(actor: Actor, email: string): Promise<void> {
  const { Block, User } = await models();
  const person = await User.findOne({ where: { email } });
  if (!person || !isSomeoneElse(actor, person)) throw new AppError('userNotFound');
  const block = { userId: actor.id, blockedId: person.id, createdAt: Date.now() };
  await inTransaction(() => Block.bulkCreate([block], { ignoreDuplicates: true }));
}

/** Unblocks a person; their shares become visible again. */
export async function unblockPerson(actor: Actor, email: string): Promise<void> {
  const { Block, User } = await models();
  const person = await User.findOne({ where: { email } });
  if (!person) return;
  const own = { userId: actor.id, blockedId: person.id };
  await inTransaction(() => Block.destroy({ where: own }));
}

/** Lists the people the actor has blocked, latest first. */
export function listBlocked(actor: Actor): Promise<BlockedPerson[]> {
  return findBlocked({ me: actor.id });
}

/** Returns true if a person has blocked the actor. Checked before notifying them. */
export async function isBlockedBy(actor: Actor, userId: string): Promise<boolean> {
  return (await (await models()).Block.count({ where: { userId, blockedId: actor.id } })) > 0;
}
