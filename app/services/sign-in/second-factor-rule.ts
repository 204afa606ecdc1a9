import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { hasSecondFactor } from '#app/services/accounts/account-details.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import { findFactors } from '#db/queries/sessions.ts';

/** Returns true if `REQUIRE_SECOND_FACTOR` demands a second factor of this role. */
export function demandsSecondFactor({ role }: Pick<Actor, 'role'>): boolean {
  const { requireSecondFactor } = config();
  return requireSecondFactor === 'all' || (requireSecondFactor === 'administrators' && role === 'ADMIN');
}

/**
 * Returns true if a second factor is demanded of an account that has none. Until it has one, it may do nothing else.
 */
export async function mustSetUpFactor(actor: Pick<Actor, 'id' | 'role'>): Promise<boolean> {
  if (!demandsSecondFactor(actor)) return false;
  const [factors] = await findFactors({ me: actor.id });
  return factors !== undefined && !hasSecondFactor(factors);
}

/**
 * Checks that an account keeps a demanded second factor without `lost`. Runs in the transaction that removes it. Throws
 * `permissionDenied`.
 */
export async function requireFactorBeside(lost: 'mail' | 'authenticator', actor: Actor): Promise<void> {
  if (!demandsSecondFactor(actor)) return;
  await lock(`second-factor ${actor.id}`);
  const user = await (await models()).User.findByPk(actor.id);
  if (lost === 'mail' ? user?.totpConfirmedAt : user?.mailFactorAt) return;
  throw new AppError('permissionDenied', { fields: { factor: [{ key: 'factor.demanded' }] } });
}
