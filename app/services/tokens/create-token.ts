import { randomInt } from 'node:crypto';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { mayAdminister } from '#app/policies/administration-policy.ts';
import type { NewToken } from '#app/schemas/settings.ts';
import { type AccountDetails, hasSecondFactor } from '#app/services/accounts/account-details.ts';
import type { Actor } from '#app/services/actor.ts';
import { DAY_MS } from '#app/services/day.ts';
import { newId } from '#app/services/new-id.ts';
import { storeToken } from '#app/services/tokens/store-token.ts';
import { models } from '#db/connection.ts';

export const TOKEN_PREFIX = 'arbor_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 40 of 62 characters: 238 random bits. Letters and digits only, so that a double click selects it completely. */
const LENGTH = 40;

/**
 * Creates a personal access token and returns it; only its hash is stored. Throws `validationFailed` above fifty living
 * tokens, and for one without expiry if the installation forbids that. Throws `permissionDenied` for the scope `admin`
 * unless the actor is an administrator with a second factor, with the missing factor as the message of the field.
 * Throws `authenticationFailed` if the session it is made in has ended.
 */
export async function createToken(
  actor: Actor,
  { name, scope, expiresIn }: NewToken,
  sessionId: string | null = null,
): Promise<string> {
  if (scope === 'admin') await requireAdministratorWithFactor(actor);
  if (expiresIn === null && !config().tokensMayLast) {
    throw new AppError('validationFailed', { fields: { expiresIn: [{ key: 'tokenDays.never' }] } });
  }
  const expiresAt = expiresIn === null ? null : Date.now() + expiresIn * DAY_MS;
  const random = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const token = TOKEN_PREFIX + random;
  await storeToken(actor, { id: newId(), name, scope, token, expiresAt, days: expiresIn }, sessionId);
  return token;
}

/** Returns the token options of an account for its settings page. */
export function tokenAbilities({ role, twoFactor }: Pick<AccountDetails, 'role' | 'twoFactor'>) {
  const createAdminToken = mayAdminister('createAdminToken', { actor: { role }, hasSecondFactor: twoFactor });
  return { createAdminToken, lacksFactor: !createAdminToken && mayAdminister('administer', { actor: { role } }) };
}

async function requireAdministratorWithFactor(actor: Actor): Promise<void> {
  const user = await (await models()).User.findByPk(actor.id);
  const isAllowed = user && mayAdminister('createAdminToken', { actor: user, hasSecondFactor: hasSecondFactor(user) });
  if (isAllowed) return;
  const lacksFactor = user && mayAdminister('administer', { actor: user });
  throw new AppError('permissionDenied', lacksFactor ? { fields: { scope: [{ key: 'tokenScope.factor' }] } } : {});
}
