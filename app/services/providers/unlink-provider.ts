import { configuredProviders } from '#app/adapters/oauth-providers.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { findIdentities } from '#app/services/accounts/find-identities.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { followClaims } from '#app/services/groups/follow-claims.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

/** Serialises changes of an account's sign-in methods, so that concurrent calls cannot remove the last two. */
export const lockSignInMethods = (userId: string) => lock(`sign-in methods ${userId}`);

/**
 * Unlinks a provider from the actor's account. Throws `invalidProvider` if it is not linked, and `passwordNotSet` if no
 * other sign-in method would be left: a password, where it may be used, or a provider that is configured.
 */
export async function unlinkProvider(actor: Actor, name: string): Promise<void> {
  await inTransaction(async () => {
    await lockSignInMethods(actor.id);
    const linked = await findIdentities(actor.id);
    const identity = linked.find(({ providerName }) => providerName === name);
    if (!identity) throw providerFailure('unknown', null);
    const configured: string[] = configuredProviders();
    const others = linked.filter(({ providerName }) => providerName !== name && configured.includes(providerName));
    if (others.length === 0 && !(await hasPassword(actor.id))) throw new AppError('passwordNotSet');
    await (await models()).Identity.destroy({ where: { userId: actor.id, providerName: identity.providerName } });
    if (identity.providerName === 'oidc') await followClaims(actor.id, []);
    const detail = { provider: identity.providerName };
    await recordEvent(actor.id, { action: 'account.provider-unlink', subject: actor.id, detail });
  });
}

async function hasPassword(id: string): Promise<boolean> {
  if (!config().passwordSignIn) return false;
  const user = await (await models()).User.findByPk(id, { attributes: ['passwordHash'] });
  return user !== null && user.passwordHash !== null;
}
