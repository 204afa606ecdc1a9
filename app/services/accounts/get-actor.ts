import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';

/** Returns the account with an address as actor, for commands that act on its behalf. Throws `userNotFound`. */
export async function getActor(email: string): Promise<Actor> {
  const user = await (await models()).User.findOne({ where: { email: email.trim().toLowerCase() } });
  if (!user || !accountAllows('signIn', user)) throw new AppError('userNotFound');
  const { id, displayName, imageUrl, role, lng } = user;
  return { id, email: user.email, displayName, imageUrl, role, lng };
}
