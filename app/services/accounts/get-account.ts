import { AppError } from '#app/errors.ts';
import { type AccountDetails, accountDetails } from '#app/services/accounts/account-details.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';

/** Returns the actor's own account. Throws `userNotFound`. */
export async function getAccount(actor: Actor): Promise<AccountDetails> {
  const user = await (await models()).User.findByPk(actor.id);
  if (!user) throw new AppError('userNotFound');
  return accountDetails(user);
}
