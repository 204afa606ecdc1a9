import { AppError } from '#app/errors.ts';
import { findIdentities } from '#app/services/accounts/find-identities.ts';
import type { Actor } from '#app/services/actor.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';
import { inTransaction, lock, models } from '#db/connection.ts';

/** One at a time changes how an account is signed in to, so that two removals do not take the last two ways. */
export const lockSignInMethods = (userId: string) => lock(`sign-in methods ${userId}`);

/**
 * Takes a provider away from one's account. Throws `invalidProvider` when it is not linked, and `passwordNotSet` when
 * it is the last way in.
 */
export async function unlinkProvider(actor: Actor, name: string): Promise<void> {
  await inTransaction(async () => {
    await lockSignInMethods(actor.id);
    const linked = await findIdentities(actor.id);
    const identity = linked.find(({ providerName }) => providerName === name);
    if (!identity) throw providerFailure('unknown', null);
    if (linked.length === 1 && !(await hasPassword(actor.id))) throw new AppError('passwordNotSet');
    await (await models()).Identity.destroy({ where: { userId: actor.id, providerName: identity.providerName } });
  });
}

async function hasPassword(id: string): Promise<boolean> {
  const user = await (await models()).User.findByPk(id, { attributes: ['passwordHash'] });
  return user !== null && user.passwordHash !== null;
}
